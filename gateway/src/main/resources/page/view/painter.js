// Draws at most once per refresh of the screen, and takes at most a fifth of the time, however fast a stream is.

const REST = 4;

/** Returns a function that asks for `paint` to run soon. */
export function painter(paint) {
  let asked = false;
  let restUntil = 0;
  function run() {
    const begun = performance.now();
    if (begun < restUntil) {
      setTimeout(schedule, restUntil - begun);
      return;
    }
    asked = false;
    paint();
    const ended = performance.now();
    restUntil = ended + (ended - begun) * REST;
  }
  function schedule() {
    // A hidden page is not refreshed, but must not fall behind without bound.
    if (document.hidden) {
      setTimeout(run, 200);
    } else {
      requestAnimationFrame(run);
    }
  }
  return () => {
    if (!asked) {
      asked = true;
      schedule();
    }
  };
}

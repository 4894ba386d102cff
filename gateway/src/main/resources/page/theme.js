// Not a module: it runs before the first paint, so that a chosen theme does not flash.
{
  const chosen = localStorage.getItem('weir.theme');
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset.theme = chosen;
  }
}

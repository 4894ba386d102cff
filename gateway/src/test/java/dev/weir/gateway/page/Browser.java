package dev.weir.gateway.page;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real Chromium without a window, one for all tests. */
public final class Browser implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts it, with further arguments; empty where there is no Chromium or no driver for it. */
  static Optional<Browser> start(String... more) {
    Optional<Path> chromium = onPath("chromium", "chromium-browser", "google-chrome");
    Optional<Path> chromedriver = onPath("chromedriver");
    if (chromium.isEmpty() || chromedriver.isEmpty()) {
      return Optional.empty();
    }
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.get().toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--force-color-profile=srgb");
    options.addArguments(more);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(chromedriver.get().toFile())
            .usingAnyFreePort()
            .build();
    ChromeDriver driver = new ChromeDriver(service, options);
    driver.manage().timeouts().scriptTimeout(Duration.ofMinutes(10)).pageLoadTimeout(PATIENCE);
    return Optional.of(new Browser(driver));
  }

  private static Optional<Path> onPath(String... names) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .flatMap(folder -> Stream.of(names).map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Opens the page of a gateway; a new gateway has a new port, so that the tab remembers nothing of
   * it.
   */
  void open(String address) {
    driver.get("about:blank");
    look(1280, 900, Map.of());
    requests();
    console();
    driver.get(address);
    until(
        "the page is ready",
        () ->
            Boolean.TRUE.equals(
                run("return document.getElementById('model')?.dataset.ready === 'true'")));
  }

  public void goTo(String address) {
    driver.get(address);
  }

  void reload() {
    driver.navigate().refresh();
  }

  String address() {
    return String.valueOf(driver.getCurrentUrl());
  }

  /** Width and height, and the preferences that a style can ask for. */
  void look(int width, int height, Map<String, String> media) {
    driver.manage().window().setSize(new Dimension(width, height));
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            media.entrySet().stream()
                .map(each -> Map.of("name", each.getKey(), "value", each.getValue()))
                .toList()));
  }

  /** Shows the page as it is printed, or as on a screen. */
  void print(boolean isPrinted) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia", Map.of("media", isPrinted ? "print" : ""));
  }

  WebElement find(String selector) {
    until("there is " + selector, () -> !all(selector).isEmpty());
    return all(selector).getFirst();
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** The text of the first such element as a user sees it, or nothing. */
  String textOf(String selector) {
    return String.valueOf(
        run("return (document.querySelector(arguments[0])?.innerText ?? '').trim()", selector));
  }

  /**
   * The texts of all such elements, read in one step: the page may draw them anew at any moment.
   */
  List<String> textsOf(String selector) {
    return run(
                "return [...document.querySelectorAll(arguments[0])].map((each) => (each.innerText ?? each.textContent).replace(/\\s+/g, ' ').trim())",
                selector)
            instanceof List<?> texts
        ? texts.stream().map(String::valueOf).toList()
        : List.of();
  }

  /** Whether there is such an element, and it can be seen. */
  boolean shows(String selector) {
    return Boolean.TRUE.equals(
        run(
            "return document.querySelector(arguments[0])?.checkVisibility({ visibilityProperty: true }) ?? false",
            selector));
  }

  void type(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  @Nullable Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /**
   * Runs the body of an async function; what it returns comes back. {@code load(name)} imports a
   * module of the page.
   */
  public @Nullable Object runAsync(String body, Object... arguments) {
    return driver.executeAsyncScript(
        "const done = arguments[arguments.length - 1]; const given = [...arguments].slice(0, -1);"
            + "const load = (name) => import(new URL(name, document.querySelector('script[type=module]')?.src ?? location));"
            + "(async () => {"
            + body
            + "})().then(done, (error) => done('FAILED ' + error.stack));",
        arguments);
  }

  /** Waits, generously: machines are slow. */
  public void until(String what, Supplier<Boolean> condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.get()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "Waited in vain until "
                + what
                + "; the page shows:\n"
                + textOf("body")
                + "\n"
                + console());
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }
  }

  /** What the network was asked for since the last call, as the browser's own log tells it. */
  List<String> requests() {
    return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  List<String> console() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  /** Opens a second tab at an address and goes there. */
  void openTab(String address) {
    driver.switchTo().newWindow(WindowType.TAB);
    driver.get(address);
  }

  /** Goes to another tab, by the order in which they were opened. */
  void goToTab(int number) {
    driver.switchTo().window(List.copyOf(driver.getWindowHandles()).get(number));
  }

  /** Closes this tab, and goes to the first one. */
  void closeTab() {
    driver.close();
    goToTab(0);
  }

  byte[] picture() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  @Override
  public void close() {
    driver.quit();
  }
}

# A page in headless Chromium, by the Chrome DevTools protocol over pipes: needs Python alone.
import fcntl, json, os, select, shutil, signal, subprocess, tempfile, time


class Chromium:
    """with Chromium() as browser: browser.open(path)"""

    def __enter__(self):
        self.profile = tempfile.mkdtemp(prefix="attn_chromium_")
        to_browser, self.out = self._pipe()
        self.into, from_browser = self._pipe()
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                   "--disable-background-networking", "--disable-extensions", "--user-data-dir=" + self.profile,
                   "--remote-debugging-pipe", "about:blank"]

        def place_pipes():
            os.dup2(to_browser, 3)
            os.dup2(from_browser, 4)

        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, preexec_fn=place_pipes, pass_fds=(3, 4),
                                        start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.last_id, self.session = b"", 0, None
        self.requests, self.errors, self.loaded = [], [], False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        return self

    def __exit__(self, *_):
        os.close(self.out)
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.into)
        shutil.rmtree(self.profile, ignore_errors=True)

    @staticmethod
    def _pipe():
        # Above the numbers that the browser is to have them under.
        return [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in os.pipe()]

    def call(self, method, **params):
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + 90
        while True:
            answer = self._next(deadline)
            if answer.get("id") == self.last_id:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]

    def _next(self, deadline):
        while b"\0" not in self.buffer:
            if not select.select([self.into], [], [], max(0, deadline - time.monotonic()))[0]:
                raise AssertionError("Chromium did not answer")
            read = os.read(self.into, 1 << 20)
            if not read:
                raise AssertionError("Chromium ended")
            self.buffer += read
        message, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(message)
        self._note(message)
        return message

    def _note(self, message):
        method, params = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.errors.append(str(params["exceptionDetails"].get("exception", params["exceptionDetails"])))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.errors.append(str(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.errors.append(params["entry"]["text"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def show(self, width=1366, height=900, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, path):
        """Returns the seconds until the page was loaded."""
        self.loaded, begin = False, time.monotonic()
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        while not self.loaded:
            self._next(begin + 90)
        return time.monotonic() - begin

    def run(self, script):
        """The value of a JavaScript expression; a promise's when it is kept."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise AssertionError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def click(self, selector):
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def point_at(self, selector):
        """Moves the mouse to the middle of an element."""
        box = self.run("(element => { element.scrollIntoView({block: 'center'}); const box = element.getBoundingClientRect();"
                       f" return [box.x + box.width / 2, box.y + box.height / 2]; }})(document.querySelector({json.dumps(selector)}))")
        for move in (3, 0):
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=box[0] + move, y=box[1])

    def screenshot(self, path, whole=True):
        import base64
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

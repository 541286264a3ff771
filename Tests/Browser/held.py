"""A page's requests that are held back."""


class HeldRequests:
    """Requests that are held until a scenario releases them; by default those that upload files."""

    def __init__(self, test, pattern="**/media?id=*"):
        self.page = test.page
        self.waiting = []
        self.is_open = self.is_aborted = False
        self.sent = 0
        test.page.route(pattern, self.take)

    def take(self, route):
        self.sent += 1
        if self.is_open:
            route.continue_()
        elif self.is_aborted:
            route.abort()
        else:
            self.waiting.append(route)

    def wait(self, count=1):
        """Waits until this number of requests is held."""
        while len(self.waiting) < count:
            self.page.evaluate("new Promise(requestAnimationFrame)")

    def release(self, count):
        """Releases a number of requests, one after the other, each after it arrives."""
        for _ in range(count):
            self.wait()
            route = self.waiting.pop(0)
            with self.page.expect_response(route.request.url):
                route.continue_()

    def open(self):
        self.is_open = True
        while self.waiting:
            self.waiting.pop(0).continue_()

    def abort(self):
        """Aborts all requests, held and future ones."""
        self.is_aborted = True
        while self.waiting:
            self.waiting.pop(0).abort()

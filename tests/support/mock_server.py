"""A loopback HTTP server that plays a model API: it keeps every request and answers as the test says."""

from __future__ import annotations

import contextlib
import json
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, TypeVar

from tests.support.replies import Reply, read_directives

Api = TypeVar("Api", bound="MockApi")
Responder = Callable[["Request"], "Reply | None"]

SECRET_HEADERS = frozenset({"x-api-key", "authorization", "x-goog-api-key"})


@dataclass(frozen=True)
class Request:
    """One request as it came in. `body` is the parsed JSON, {} without one."""

    number: int
    time: float
    method: str
    path: str  # without the query
    headers: dict[str, str]  # names in lower case, credentials left out
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """The whole body as JSON text, to look for a word anywhere in it."""
        return json.dumps(self.body, ensure_ascii=False)


class MockApi:
    """The part the three mock APIs share. A subclass knows one protocol.

    Replies come from, in this order: the queue filled by `script`, the callable `responder`, the directives
    in the user's prompt (see `replies`), a numbered default. Only turns of the conversation draw from the
    queue and the responder; the clients' own small requests (titles, routing) are answered beside it.
    """

    name: ClassVar[str]

    def __init__(self) -> None:
        self.responder: Responder | None = None
        self._queue: deque[Reply | Responder] = deque()
        self._requests: list[Request] = []
        self._turns: list[Request] = []
        self._open_turns = 0  # turns that came in and are not fully answered
        self._arrived = threading.Condition()
        self._stopping = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _handler_for(self))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    # What a protocol has to say

    def is_turn(self, request: Request) -> bool:
        """Whether this request carries a turn of the conversation."""
        raise NotImplementedError

    def prompt(self, request: Request) -> str:
        """What the user's last message says; empty where the request brings a tool's result instead."""
        raise NotImplementedError

    def answer(self, request: Request, reply: Reply, exchange: Exchange) -> None:
        """Write the reply to a turn."""
        raise NotImplementedError

    def answer_aside(self, request: Request, exchange: Exchange) -> None:
        """Write the reply to anything that is no turn."""
        exchange.send_json({})

    def error_body(self, status: int) -> dict[str, Any]:
        """The API's own form of an error."""
        raise NotImplementedError

    # What a test uses

    @property
    def url(self) -> str:
        """Where the server listens, without a slash at the end."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def requests(self) -> list[Request]:
        """Every request so far, oldest first."""
        with self._arrived:
            return list(self._requests)

    @property
    def turns(self) -> list[Request]:
        """The requests that carry a turn of the conversation, oldest first."""
        with self._arrived:
            return list(self._turns)

    @property
    def prompts(self) -> list[str]:
        """The users' messages that arrived, oldest first, without the turns that bring a tool's result."""
        return [text for text in map(self.prompt, self.turns) if text]

    @property
    def busy(self) -> bool:
        """Whether a turn still waits for its reply, or for the rest of it."""
        with self._arrived:
            return self._open_turns > 0

    def script(self, *replies: Reply | str | Responder) -> None:
        """Queue the next replies, one for each turn; a text is a Reply that says it."""
        self._queue.extend(Reply(text=item) if isinstance(item, str) else item for item in replies)

    def wait_for_turn(self, count: int = 1, seconds: float = 20) -> Request:
        """The turn number `count` (from 1), waited for. Raises AssertionError when it does not come."""
        with self._arrived:
            if not self._arrived.wait_for(lambda: len(self._turns) >= count, seconds):
                seen = [f"{r.method} {r.path}" for r in self._requests]
                raise AssertionError(f"{self.name}: turn {count} not within {seconds:g} s; requests: {seen}")
            return self._turns[count - 1]

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def stop(self) -> None:
        """End at once, replies that still wait included."""
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()

    # Between the handler and the protocol

    def handle(self, exchange: Exchange) -> None:
        """Record one request and answer it."""
        request = self._record(exchange)
        if not self.is_turn(request):
            self.answer_aside(request, exchange)
            return
        try:
            self._answer_turn(request, exchange)
        finally:
            with self._arrived:
                self._open_turns -= 1

    def _answer_turn(self, request: Request, exchange: Exchange) -> None:
        reply = self._choose(request)
        if not reply.text:
            reply = replace(reply, text=f"MOCK-REPLY {self.turns.index(request) + 1}")
        if reply.delay:
            self._stopping.wait(reply.delay)
        if reply.status != 200:
            exchange.send_json(self.error_body(reply.status), reply.status)
            return
        self.answer(request, reply, exchange)

    def _record(self, exchange: Exchange) -> Request:
        body = exchange.read_body()
        headers = {name.lower(): value for name, value in exchange.handler.headers.items()}
        with self._arrived:
            request = Request(
                number=len(self._requests) + 1,
                time=time.time(),
                method=exchange.handler.command,
                path=exchange.handler.path.split("?")[0],
                headers={name: value for name, value in headers.items() if name not in SECRET_HEADERS},
                body=body,
            )
            self._requests.append(request)
            if self.is_turn(request):
                self._turns.append(request)
                self._open_turns += 1
            self._arrived.notify_all()
        return request

    def _choose(self, request: Request) -> Reply:
        with contextlib.suppress(IndexError):
            queued = self._queue.popleft()
            made = queued if isinstance(queued, Reply) else queued(request)
            if made is not None:
                return made
        if self.responder is not None:
            made = self.responder(request)
            if made is not None:
                return made
        return read_directives(self.prompt(request))


class Exchange:
    """One request being answered: how its body is read and how an answer is written."""

    def __init__(self, handler: BaseHTTPRequestHandler) -> None:
        self.handler = handler

    def read_body(self) -> dict[str, Any]:
        """The JSON of the body, {} where there is none. Raises ValueError for a compressed or broken one."""
        headers = self.handler.headers
        if headers.get("content-encoding"):
            raise ValueError(f"a body in {headers['content-encoding']}, which this server does not read")
        if headers.get("transfer-encoding", "").lower() == "chunked":
            raw = b"".join(self._chunks())
        else:
            raw = self.handler.rfile.read(int(headers.get("content-length") or 0))
        body = json.loads(raw) if raw else {}
        return body if isinstance(body, dict) else {"": body}

    def _chunks(self) -> Iterator[bytes]:
        while size := int(self.handler.rfile.readline().strip() or b"0", 16):
            yield self.handler.rfile.read(size)
            self.handler.rfile.readline()
        self.handler.rfile.readline()

    def send_json(self, body: dict[str, Any], status: int = 200) -> None:
        """Answer with one JSON object."""
        data = json.dumps(body).encode()
        self._head(status, "application/json", {"content-length": str(len(data))})
        if self.handler.command != "HEAD":
            self.handler.wfile.write(data)

    def send_events(self, events: Iterable[dict[str, Any]], *, named: bool) -> None:
        """Answer with server-sent events, each under its `type` as name if `named`; then hang up."""
        self._head(200, "text/event-stream", {"connection": "close"})
        self.handler.close_connection = True
        for event in events:
            head = f"event: {event['type']}\n" if named else ""
            self.handler.wfile.write(f"{head}data: {json.dumps(event)}\n\n".encode())
            self.handler.wfile.flush()

    def _head(self, status: int, content_type: str, headers: dict[str, str]) -> None:
        self.handler.send_response(status)
        for name, value in {"content-type": content_type, "request-id": "req_mock", **headers}.items():
            self.handler.send_header(name, value)
        self.handler.end_headers()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that was killed in mid-answer is nothing to report."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def _handler_for(api: MockApi) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing: the requests are kept."""

        def _any(self) -> None:
            api.handle(Exchange(self))

        do_GET = do_POST = do_HEAD = do_PUT = do_PATCH = do_DELETE = _any

    return Handler


@contextlib.contextmanager
def serving(api_type: Callable[[], Api]) -> Iterator[Api]:
    """A running API of this type, stopped at the end."""
    api = api_type()
    api.start()
    try:
        yield api
    finally:
        api.stop()


def serve_until_interrupted(api: MockApi) -> None:
    """Run an API by hand: print its address, then one line of JSON for each request."""
    api.start()
    print(api.url, flush=True)
    shown = 0
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            for request in api.requests[shown:]:
                print(json.dumps(vars(request), ensure_ascii=False), flush=True)
                shown += 1
            time.sleep(0.1)
    api.stop()

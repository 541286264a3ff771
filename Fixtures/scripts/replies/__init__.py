"""Responses in the forms that the services document or actually send. Every value is invented."""

import json


def compact(value):
    """JSON on one line, as servers send it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def too_many_requests(server):
    """The page that the proxy of a busy service sends."""
    heading = "429 Too Many Requests"
    return (
        f"<html>\r\n<head><title>{heading}</title></head>\r\n<body>\r\n"
        f"<center><h1>{heading}</h1></center>\r\n<hr><center>{server}</center>\r\n</body>\r\n</html>\r\n"
    )

"""Send raw requests (bytes) to the server without a proxy. Good requests are served, and bad ones are refused."""

import pytest

from tests.support.raw_request import ROWS, answered, code
from tests.support.server import Server

pytestmark = pytest.mark.direct


@pytest.mark.parametrize("name", ROWS)
def test_a_raw_request_is_answered_as_the_standards_say(server: Server, name: str) -> None:
    raw = ROWS[name]
    answers = answered(server.port, raw)
    assert tuple(status for status, _ in answers) == raw.statuses, answers
    codes = [told for _, answer in answers if (told := code(answer))]
    assert codes == [told for told in (raw.code,) if told]

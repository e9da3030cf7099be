"""Web Push: messages to a browser are encrypted and signed as the standards require."""

from cryptography.hazmat.primitives.asymmetric import ec

from tests.support.subscriber import Subscriber, decoded, encoded
from verger.service.annexes.notices.notice import LONGEST, Notice, posted
from verger.service.annexes.notices.push import RECORD_BYTES, Subscription, encrypted

URL = "https://push.example/abc"


def test_the_example_of_the_standard_has_the_same_bytes() -> None:
    # RFC 8291, section 5 and appendix A.
    to = Subscription(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    private = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    own = ec.derive_private_key(private, ec.SECP256R1())
    text = b"When I grow up, I want to be a watermelon"
    body = encrypted(text, to, own, decoded("DGv6ra1nlYgDCS1FRnbzlw"))
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )
    receiver = int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    assert Subscriber(receiver, decoded(to.auth)).reads(body) == text


def test_the_same_text_is_encrypted_differently_each_time() -> None:
    browser = Subscriber()
    first, second = (encrypted(b"Your turn.", Subscription(**browser.keys)) for _ in range(2))
    assert first != second
    assert browser.reads(first) == browser.reads(second) == b"Your turn."


def test_the_longest_notice_fits_one_record() -> None:
    link = f"https://play.example/watch/{'0' * 36}"
    told = Notice("\N{WATER WAVE}" * 100, "\N{WATER WAVE}" * LONGEST, link)
    _, text = posted("web_push", URL, told)
    body = encrypted(text, Subscription(**Subscriber().keys))
    assert 3_000 < len(body) <= RECORD_BYTES

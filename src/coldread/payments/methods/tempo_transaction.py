"""A signed Tempo transaction, read and checked on this machine: who pays, until when, and whether that is proven."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from coldread.base.clock import SECOND
from coldread.payments.methods.method import PaymentRefused

if TYPE_CHECKING:
    from coldread.payments.credential import Credential

#: where the transaction keeps the end of its validity, and how many fields it has
VALID_BEFORE, FIELDS = 8, (14, 15)
#: a signature of this many bytes is secp256k1's: its account is worked out, and so proven
PROVEN_BYTES = 65


@dataclasses.dataclass(frozen=True, kw_only=True)
class SignedTransfer:
    """What the bytes say."""

    #: in the node's own spelling, as it is sent and named
    raw: str
    tx_hash: str
    payer: str
    payer_proven: bool
    #: microseconds
    valid_before: int


def signed_transfer(credential: Credential, request: dict[str, Any]) -> SignedTransfer:
    """The transfer behind a pull credential: exactly the one that was asked for. Asks nobody; raises PaymentRefused."""
    from mpp.methods.tempo import ChargeIntent
    from mpp.methods.tempo.intents import _canonical_raw_transaction, _raw_transaction_hash
    from mpp.methods.tempo.schemas import ChargeRequest

    raw = "0x" + credential.proof[2:].lower()
    try:
        fields = _fields(raw)
        asked = ChargeRequest.model_validate(request)
        intent = ChargeIntent(rpc_url="http://127.0.0.1:9")  # it checks; nothing is asked
        legs = intent._validate_transaction_payload(raw, asked, strict=True)
        intent._assert_challenge_bound_memo(
            legs or [], challenge_id=credential.challenge.id, realm=credential.challenge.realm
        )
        payer = intent._transaction_payer(raw, credential.source, asked.methodDetails.chainId)
    except PaymentRefused:
        raise
    except Exception as error:  # whatever hostile bytes do to a decoder
        raise _no(str(error).splitlines()[0][:300] if str(error) else "It cannot be read.") from error
    if payer is None:
        raise _no("The transaction is not signed in a way that names its account.")
    canonical = _canonical_raw_transaction(raw)
    return SignedTransfer(
        raw=canonical,
        tx_hash=_raw_transaction_hash(canonical).lower(),
        payer=payer.lower(),
        payer_proven=len(fields[-1]) == PROVEN_BYTES,
        valid_before=_valid_before(fields),
    )


def require_timely(transfer: SignedTransfer, expires: int) -> None:
    """A reservation ends with the transaction: it may not outlive its challenge by more than the second that pympp adds."""
    if transfer.valid_before > (expires // SECOND + 1) * SECOND:
        raise _no("The transaction must end with its challenge: `valid_before` is later than `expires`.")


def _fields(raw: str) -> list[Any]:
    import rlp

    body = bytes.fromhex(raw[2:])
    if body[:1] != b"\x76":
        raise _no("Only Tempo transactions (0x76) are taken; fees are the payer's own.")
    fields = rlp.decode(body[1:])
    if not isinstance(fields, list) or len(fields) not in FIELDS or not isinstance(fields[-1], bytes):
        raise _no("The transaction has not the fields of a signed one.")
    return fields


def _valid_before(fields: list[Any]) -> int:
    told = fields[VALID_BEFORE]
    if not isinstance(told, bytes) or not 0 < len(told) <= 6:
        raise _no("The transaction sets itself no end: sign it with `valid_before`.")
    return int.from_bytes(told, "big") * SECOND


def _no(why: str) -> PaymentRefused:
    return PaymentRefused("verification-failed", why)

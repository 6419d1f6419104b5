"""A signed Tempo transaction, read and checked on this machine: who pays, until when, and whether that is proven."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from coldread.base.clock import SECOND
from coldread.payments.methods.method import PaymentRefused

if TYPE_CHECKING:
    from coldread.payments.credential import Credential

#: indexes of the fields that we read, and how many fields a transaction may have
MOST_FEE, NONCE_KEY, NONCE, VALID_BEFORE, FEE_PAYER, FIELDS = 2, 6, 7, 8, 11, (14, 15)
#: key of the nonces that expire with their transaction; slot of the mapping that records them
EXPIRING, SEEN = (1 << 256) - 1, 1
#: a signature of this many bytes is secp256k1's: the account is computed from it, and so proven
PROVEN_BYTES = 65


@dataclasses.dataclass(frozen=True, kw_only=True)
class SignedTransfer:
    """The contents of the transaction."""

    #: in the node's own spelling, as it is sent and hashed
    raw: str
    tx_hash: str
    payer: str
    payer_proven: bool
    #: microseconds
    valid_before: int
    #: the highest gas price that it pays
    most_fee: int
    #: where the chain shows that its nonce is used: see `nonce_of`
    nonce: str
    #: the transaction without its signature, for the node's simulation: it cannot be sent
    dry_run: dict[str, Any] = dataclasses.field(repr=False)


def signed_transfer(credential: Credential, request: dict[str, Any]) -> SignedTransfer:
    """The transfer behind a pull credential: exactly the one that was asked for. Uses no network; raises
    PaymentRefused."""
    from mpp.methods.tempo import ChargeIntent
    from mpp.methods.tempo.intents import _canonical_raw_transaction, _raw_transaction_hash
    from mpp.methods.tempo.schemas import ChargeRequest

    raw = "0x" + credential.proof[2:].lower()
    try:
        fields = _fields_of_transaction(raw)
        asked = ChargeRequest.model_validate(request)
        # it only checks; nothing connects to this address
        intent = ChargeIntent(rpc_url="http://127.0.0.1:9")
        legs = intent._validate_transaction_payload(raw, asked, strict=True)
        intent._assert_challenge_bound_memo(
            legs or [], challenge_id=credential.challenge.id, realm=credential.challenge.realm
        )
        payer = intent._transaction_payer(raw, credential.source, asked.methodDetails.chainId)
    except PaymentRefused:
        raise
    except Exception as error:  # hostile bytes can raise anything in a decoder
        raise _refused_payment(
            str(error).splitlines()[0][:300] if str(error) else "It cannot be read."
        ) from error
    if payer is None:
        raise _refused_payment("The transaction is not signed in a way that names its account.")
    canonical = _canonical_raw_transaction(raw)
    return SignedTransfer(
        raw=canonical,
        tx_hash=_raw_transaction_hash(canonical).lower(),
        payer=payer.lower(),
        payer_proven=len(fields[-1]) == PROVEN_BYTES,
        valid_before=_valid_before(fields),
        most_fee=_number(fields[MOST_FEE]),
        nonce=nonce_of(fields, payer),
        dry_run=_dry_run(fields, payer),
    )


def nonce_of(fields: list[Any], payer: str) -> str:
    """`seen:SLOT`, if the transaction's nonce expires; or `next:KEY:NONCE`, one of a sequence of numbers.

    The slot is that of Tempo's nonce precompile: a mapping, its second member, from the hash of what was signed and its
    sender to the end of its validity (seen on 2026-11-18 on hardfork T4)."""
    from eth_hash.auto import keccak

    key, number = _number(fields[NONCE_KEY]), _number(fields[NONCE])
    if key != EXPIRING:
        return f"next:{key:x}:{number:x}"
    import rlp

    named = keccak(b"\x76" + rlp.encode(fields[:-1]) + bytes.fromhex(payer.removeprefix("0x")))
    slot = keccak(named + SEEN.to_bytes(32, "big"))
    return f"seen:0x{slot.hex()}"


def _dry_run(fields: list[Any], payer: str) -> dict[str, Any]:
    """The simulation in the node's JSON. The last call is at the top level: without one a node takes it for the
    creation of a contract."""
    *before, last = (
        {"to": _hex(to), "value": hex(_number(value)), "data": _hex(data)} for to, value, data in fields[4]
    )
    required = {
        "type": "0x76",
        "from": payer,
        "chainId": hex(_number(fields[0])),
        "maxPriorityFeePerGas": hex(_number(fields[1])),
        "maxFeePerGas": hex(_number(fields[MOST_FEE])),
        "gas": hex(_number(fields[3])),
        "nonceKey": hex(_number(fields[NONCE_KEY])),
        "nonce": hex(_number(fields[NONCE])),
        "validBefore": hex(_number(fields[VALID_BEFORE])),
        **last,
    }
    optional = {
        "calls": before,
        "validAfter": hex(_number(fields[9])) if fields[9] else None,
        "feeToken": _hex(fields[10]) if fields[10] else None,
    }
    return {**required, **{name: value for name, value in optional.items() if value}}


def _number(field: Any) -> int:
    return int.from_bytes(field, "big")


def _hex(field: bytes) -> str:
    return "0x" + field.hex()


def require_timely(transfer: SignedTransfer, expires: int) -> None:
    """A reservation ends with the transaction, so the transaction may outlive its challenge only by the second that
    pympp adds."""
    if transfer.valid_before > (expires // SECOND + 1) * SECOND:
        raise _refused_payment(
            "The transaction must end with its challenge: `valid_before` is later than `expires`."
        )


def _fields_of_transaction(raw: str) -> list[Any]:
    import rlp

    body = bytes.fromhex(raw[2:])
    if body[:1] != b"\x76":
        raise _refused_payment("Only Tempo transactions (0x76) are taken; fees are the payer's own.")
    fields = rlp.decode(body[1:])
    if not isinstance(fields, list) or len(fields) not in FIELDS or not isinstance(fields[-1], bytes):
        raise _refused_payment("The transaction has not the fields of a signed one.")
    if fields[FEE_PAYER] != b"":
        raise _refused_payment("Fees are the payer's own: nobody else signs for them.")
    return fields


def _valid_before(fields: list[Any]) -> int:
    field = fields[VALID_BEFORE]
    if not isinstance(field, bytes) or not 0 < len(field) <= 6:
        raise _refused_payment("The transaction sets itself no end: sign it with `valid_before`.")
    return int.from_bytes(field, "big") * SECOND


def _refused_payment(why: str) -> PaymentRefused:
    return PaymentRefused("verification-failed", why)

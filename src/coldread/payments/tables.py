"""Payments for calls: one row a challenge that somebody paid or tried to pay, what a day has taken, what is owed back."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

payments = sa.Table(
    "payments",
    metadata,
    #: the HMAC of the challenge: one challenge pays once
    sa.Column("challenge_id", sa.String(128), primary_key=True),
    #: SHA-256 of the credential; its text is never stored
    sa.Column("credential_hash", sa.String(64), nullable=False),
    #: digest of the body that is paid for
    sa.Column("body_digest", sa.String(60), nullable=False),
    sa.Column("route", sa.String(40), nullable=False),
    #: of the payload, in the method's words: `transaction` or `hash`
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("tx_hash", sa.String(66), nullable=False),
    #: from then on the transaction cannot be mined any more; null where it says nothing
    sa.Column("valid_before", sa.BigInteger),
    sa.Column("payer", sa.String(42)),
    #: base units of the token
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Column("currency", sa.String(42), nullable=False),
    sa.Column("chain_id", sa.BigInteger, nullable=False),
    sa.Column("state", sa.String(12), nullable=False),
    #: which request works on it, and until when it is believed to be alive
    sa.Column("holder", sa.String(32)),
    sa.Column("lease_until", sa.BigInteger),
    #: beginning of the UTC day whose budget it took from
    sa.Column("budget_day", sa.BigInteger, nullable=False),
    #: exact bytes of the answer that was bought, for as long as it may be sent again
    sa.Column("answer", sa.LargeBinary),
    #: how often a request has worked on it
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("paid_at", sa.BigInteger),
    sa.Column("delivered_at", sa.BigInteger),
    #: by which row of `accepted.METHODS` it is paid
    sa.Column("method", sa.String(64), nullable=False, server_default="tempo"),
    #: which payment of the transaction it is: each pays once
    sa.Column("leg", sa.String(64), nullable=False, server_default=""),
    #: false where the signature only names its account
    sa.Column("payer_proven", sa.Boolean, nullable=False, server_default=sa.true()),
    #: how often work was begun for it
    sa.Column("executions", sa.Integer, nullable=False, server_default="0"),
    #: how the chain shows that the transaction's nonce is used, in the method's words; null where it cannot be asked
    sa.Column("nonce", sa.String(160)),
    #: when the network first contradicted itself about it; such a row is never answered with a challenge again
    sa.Column("disputed_at", sa.BigInteger),
    #: in what way
    sa.Column("dispute", sa.String(200)),
    sa.UniqueConstraint("tx_hash", "leg"),
    sa.Index("ix_payments_state_created_at", "state", "created_at"),
)

payment_budgets = sa.Table(
    "payment_budgets",
    metadata,
    sa.Column("day", sa.BigInteger, primary_key=True, autoincrement=False),
    #: base units
    sa.Column("reserved", sa.BigInteger, nullable=False),
)

#: what is held of the budget for payments that are not settled: a row goes as soon as its payment came, or cannot come
payment_reservations = sa.Table(
    "payment_reservations",
    metadata,
    sa.Column("challenge_id", sa.String(128), primary_key=True),
    #: beginning of the UTC day whose budget it took from
    sa.Column("day", sa.BigInteger, nullable=False),
    #: base units
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Column("payer", sa.String(42)),
    #: false where the signature only names its account
    sa.Column("payer_proven", sa.Boolean, nullable=False),
    #: under which name the client is counted; nowhere else, and gone with the row
    sa.Column("client", sa.String(64), nullable=False),
    #: no block can take the transaction any more
    sa.Column("ends_at", sa.BigInteger, nullable=False),
    sa.Index("ix_payment_reservations_ends_at", "ends_at"),
)

#: by method: how the chain and the ledger compared when they were last held beside each other
payment_reconciliations = sa.Table(
    "payment_reconciliations",
    metadata,
    sa.Column("method", sa.String(64), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    #: block at which the next one begins
    sa.Column("next_block", sa.BigInteger, nullable=False),
    #: the whole, as JSON
    sa.Column("report", sa.Text, nullable=False),
)

payment_refunds = sa.Table(
    "payment_refunds",
    metadata,
    sa.Column("tx_hash", sa.String(66), primary_key=True),
    sa.Column("challenge_id", sa.String(128), nullable=False),
    sa.Column("route", sa.String(40), nullable=False),
    sa.Column("payer", sa.String(42)),
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Column("currency", sa.String(42), nullable=False),
    sa.Column("chain_id", sa.BigInteger, nullable=False),
    sa.Column("reason", sa.String(200), nullable=False),
    sa.Column("noted_at", sa.BigInteger, nullable=False),
    sa.Column("refunded_at", sa.BigInteger),
    #: the operator's: the transaction that paid it back
    sa.Column("note", sa.String(200)),
    sa.Column("leg", sa.String(64), primary_key=True),
    #: by which row of `accepted.METHODS` it came, and goes back
    sa.Column("method", sa.String(64), nullable=False, server_default="tempo"),
)

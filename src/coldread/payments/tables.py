"""The tables of payments for calls: one row for each challenge that somebody paid or tried to pay, the daily sums, the
refunds."""

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
    #: the kind of payload, in the method's words: `transaction` or `hash`
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("tx_hash", sa.String(66), nullable=False),
    #: from this moment the transaction cannot be mined any more; null if it has no end
    sa.Column("valid_before", sa.BigInteger),
    sa.Column("payer", sa.String(42)),
    #: base units of the token
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Column("currency", sa.String(42), nullable=False),
    sa.Column("chain_id", sa.BigInteger, nullable=False),
    sa.Column("state", sa.String(12), nullable=False),
    #: the request that works on it, and until when its lease is valid
    sa.Column("holder", sa.String(32)),
    sa.Column("lease_until", sa.BigInteger),
    #: beginning of the UTC day whose budget it counts against
    sa.Column("budget_day", sa.BigInteger, nullable=False),
    #: exact bytes of the answer, for as long as it may be sent again
    sa.Column("answer", sa.LargeBinary),
    #: how often a request has worked on it
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("paid_at", sa.BigInteger),
    sa.Column("delivered_at", sa.BigInteger),
    #: the row of `accepted.METHODS` by which it is paid
    sa.Column("method", sa.String(64), nullable=False, server_default="tempo"),
    #: which payment of the transaction it is: each pays once
    sa.Column("leg", sa.String(64), nullable=False, server_default=""),
    #: false if the signature only names its account
    sa.Column("payer_proven", sa.Boolean, nullable=False, server_default=sa.true()),
    #: how often work was started for it
    sa.Column("executions", sa.Integer, nullable=False, server_default="0"),
    #: where the chain shows that the transaction's nonce is used, in the method's words; null if there is no such
    #: place
    sa.Column("nonce", sa.String(160)),
    #: when the network first contradicted itself about it; such a row is never answered with a challenge again
    sa.Column("disputed_at", sa.BigInteger),
    #: the contradiction
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

#: budget reserved for unsettled payments: a row is deleted as soon as its payment arrived, or cannot arrive
payment_reservations = sa.Table(
    "payment_reservations",
    metadata,
    sa.Column("challenge_id", sa.String(128), primary_key=True),
    #: beginning of the UTC day whose budget it counts against
    sa.Column("day", sa.BigInteger, nullable=False),
    #: base units
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Column("payer", sa.String(42)),
    #: false if the signature only names its account
    sa.Column("payer_proven", sa.Boolean, nullable=False),
    #: the name under which the client is counted; stored nowhere else, and deleted with the row
    sa.Column("client", sa.String(64), nullable=False),
    #: after this moment no block can take the transaction
    sa.Column("ends_at", sa.BigInteger, nullable=False),
    sa.Index("ix_payment_reservations_ends_at", "ends_at"),
)

#: by method: the last comparison of the chain and the ledger
payment_reconciliations = sa.Table(
    "payment_reconciliations",
    metadata,
    sa.Column("method", sa.String(64), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    #: the block at which the next comparison begins
    sa.Column("next_block", sa.BigInteger, nullable=False),
    #: the complete report, as JSON
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
    #: a note of the operator: the transaction that paid it back
    sa.Column("note", sa.String(200)),
    sa.Column("leg", sa.String(64), primary_key=True),
    #: the row of `accepted.METHODS` by which it was paid, and is paid back
    sa.Column("method", sa.String(64), nullable=False, server_default="tempo"),
)

"""The mailbox behind an e-mail address, for limits: they count mailboxes, not spellings. Pure.

Only limits use this. A person's identity (their data, an order's buyer) is the address itself (`address_hash`), because
two addresses that count as one may belong to two people."""

from __future__ import annotations

import dataclasses
import hashlib
import ipaddress
import re
import unicodedata

import idna

from coldread.base.incoming.hosts import registrable_domain


@dataclasses.dataclass(frozen=True, kw_only=True)
class Provider:
    """One row: a provider of public mailboxes, and the spellings that it delivers to the same mailbox."""

    name: str
    #: domains of its mailboxes
    domains: tuple[str, ...]
    #: whether every domain leads to the same mailbox, which is counted under the first
    same_everywhere: bool = False
    #: characters that it ignores in the local part
    ignores: str = ""
    #: what separates the local part from a suffix that the owner may add
    tags: str = "+"
    #: `anything@user.domain` is the mailbox `user@domain`
    users_as_hosts: bool = False


PROVIDERS: tuple[Provider, ...] = (
    Provider(name="Google", domains=("gmail.com", "googlemail.com"), same_everywhere=True, ignores="."),
    Provider(
        name="Microsoft",
        domains=(
            "outlook.com", "hotmail.com", "live.com", "msn.com", "windowslive.com", "passport.com",
            "hotmail.co.uk", "hotmail.de", "hotmail.es", "hotmail.fr", "hotmail.it", "hotmail.se",
            "live.co.uk", "live.dk", "live.fi", "live.fr", "live.nl", "live.no", "live.se",
            "outlook.de", "outlook.dk", "outlook.es", "outlook.fr", "outlook.it", "outlook.se",
        ),
    ),
    Provider(name="Apple", domains=("icloud.com", "me.com", "mac.com"), same_everywhere=True),
    # an alias there is `name-word`, where `name` is the owner's own
    Provider(
        name="Yahoo",
        domains=(
            "yahoo.com", "yahoo.ca", "yahoo.co.in", "yahoo.co.jp", "yahoo.co.uk", "yahoo.com.br", "yahoo.de",
            "yahoo.dk", "yahoo.es", "yahoo.fr", "yahoo.it", "yahoo.no", "yahoo.se", "ymail.com",
            "rocketmail.com", "aol.com",
        ),
        tags="+-",
    ),
    Provider(
        name="Proton",
        domains=("proton.me", "protonmail.com", "protonmail.ch", "pm.me"),
        same_everywhere=True,
        ignores=".-_",
    ),
    # a dot and a hyphen are equal there
    Provider(
        name="Yandex",
        domains=("yandex.ru", "yandex.com", "yandex.by", "yandex.kz", "ya.ru"),
        same_everywhere=True,
        ignores=".-",
    ),
    Provider(name="Fastmail", domains=("fastmail.com", "fastmail.fm"), users_as_hosts=True),
    # no special rules, and many unrelated users in each
    Provider(
        name="others",
        domains=(
            "126.com", "163.com", "att.net", "bahnhof.se", "bk.ru", "bredband.net", "btinternet.com",
            "comcast.net", "comhem.se", "free.fr", "gmx.at", "gmx.ch", "gmx.com", "gmx.de", "gmx.net", "hey.com",
            "home.se", "inbox.ru", "laposte.net", "libero.it", "list.ru", "mail.com", "mail.ru", "naver.com", "o2.pl",
            "online.no", "orange.fr", "qq.com", "seznam.cz", "spray.se", "t-online.de", "tele2.se", "telia.com",
            "tuta.com", "tutanota.com", "verizon.net", "wanadoo.fr", "web.de", "wp.pl", "zoho.com", "zohomail.com",
        ),
    ),
)  # fmt: skip

_BY_DOMAIN = {domain: row for row in PROVIDERS for domain in row.domains}
#: every domain without a row
_USUAL = Provider(name="", domains=())


def address_hash(address: str) -> str:
    """The address itself, ignoring case, as a hash: whose something is, where the address must not be stored."""
    return hashlib.sha256(address.strip().lower().encode()).hexdigest()


def mailbox_of(address: str) -> str:
    """The key under which a mailbox is counted."""
    local, domain = _local_part_and_domain(address)
    provider = _provider_of(domain)
    owner = _owned_domain(domain)
    if provider.users_as_hosts and domain != owner:
        local, domain = domain.removesuffix(f".{owner}").rpartition(".")[2], owner
    # an address that begins with a separator is its own mailbox
    local = local[:1] + re.split(f"[{re.escape(provider.tags)}]", local[1:])[0]
    bare = local.translate(dict.fromkeys(map(ord, provider.ignores)))
    return f"{bare or local}@{provider.domains[0] if provider.same_everywhere else domain}"


def limited_domain_of(address: str) -> str:
    """The domain under which letters to an organisation are counted; empty for a large public provider.

    With a common count for such a provider, one outsider could block the letters of all its users. Its mailboxes are
    counted one by one, and so is the sender of the form."""
    _, domain = _local_part_and_domain(address)
    return _owned_domain(domain) if _provider_of(domain) is _USUAL else ""


def _provider_of(domain: str) -> Provider:
    by_owner = _BY_DOMAIN.get(_owned_domain(domain), _USUAL)
    return by_owner if by_owner.users_as_hosts else _BY_DOMAIN.get(domain, _USUAL)


def _owned_domain(domain: str) -> str:
    return domain if domain.startswith("[") else registrable_domain(domain)


def _local_part_and_domain(address: str) -> tuple[str, str]:
    local, _, domain = address.strip().rpartition("@")
    if len(local) > 1 and local.startswith('"') and local.endswith('"'):
        local = re.sub(r"\\(.)", r"\1", local[1:-1])
    return _case_folded(local), _normal_domain(domain)


def _normal_domain(domain: str) -> str:
    if domain.startswith("["):
        number = domain.strip("[]").lower().removeprefix("ipv6:")
        try:
            return f"[{ipaddress.ip_address(number)}]"
        except ValueError:
            return domain.lower()
    try:
        return idna.encode(domain.rstrip("."), uts46=True).decode()
    except idna.IDNAError:
        return _case_folded(domain).rstrip(".")


def _case_folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()

"""Links that every page owes its visitors: their words, and addresses that only the owner knows."""

from __future__ import annotations

from coldread.base.texts.said import Said

PRIVACY = Said(en="Privacy policy", sv="Integritetspolicy")
CONTACT = Said(en="Contact us", sv="Kontakta oss")
#: marked so that nobody can overlook them
PRIVACY_ADDRESS = "ADD-THE-ADDRESS-OF-YOUR-PRIVACY-POLICY"
MAIL_ADDRESS = "mailto:ADD-YOUR-EMAIL-ADDRESS"

"""The table of what usually stands between a page and its goal, for the audit that sees no page.

Weights are judgement: how often a fault of the rubric decides about a goal. Texts are English, Swedish; `{…}` is
filled from the goal, the audience's lens and the address.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from coldread.scanner.goals import PrimaryGoal

Priority = Literal["P0", "P1", "P2"]


@dataclass(frozen=True, kw_only=True)
class Risk:
    """One row."""

    name: str
    priority: Priority
    #: how likely such a page suffers from it, nothing being seen
    confidence: float
    weight: float
    title: tuple[str, str]
    why: tuple[str, str]
    fix: tuple[str, str]
    #: goals with which it weighs more, or does not apply (0)
    tilt: tuple[tuple[PrimaryGoal, float], ...] = ()

    def weight_for(self, goal: PrimaryGoal) -> float:
        return self.weight * dict(self.tilt).get(goal, 1.0)


G = PrimaryGoal

RISKS: tuple[Risk, ...] = (
    Risk(
        name="step", priority="P0", confidence=0.45, weight=10,
        title=("The first screen must offer the one step: “{label}”", "Första skärmen måste erbjuda det enda steget: ”{label}”"),
        why=("If the goal is {result}, a visitor who is convinced after five seconds must find the step without scrolling, on a phone too. A button that says “Learn more” or “Submit” hides it as well as no button.",
             "Om målet är {result} måste den som blir övertygad efter fem sekunder hitta steget utan att skrolla, också i mobilen. En knapp som säger ”Läs mer” eller ”Skicka” gömmer det lika väl som ingen knapp."),
        fix=("One filled button under the headline: “{label}”. Small print below it: “{after}” Every other link on the first screen as plain text, and the same button again at the end.",
             "En fylld knapp under rubriken: ”{label}”. Liten rad under: ”{after}” Alla andra länkar på första skärmen som vanlig text, och samma knapp igen i slutet."),
    ),
    Risk(
        name="headline", priority="P1", confidence=0.5, weight=9,
        title=("The headline should be recognised by {audience}", "Rubriken ska kännas igen av {audience}"),
        why=("They decide by one line whether this is for them, and their first question is: {doubt} A greeting, a slogan or the firm's name answers nothing.",
             "En enda rad avgör om det här är något för dem, och deras första fråga är: {doubt} En hälsning, en slogan eller företagets namn svarar inte på något."),
        fix=("Headline: “[what they get] for {audience}”, at most 12 words. Below it one sentence with what changes and one true figure or time. Test: cover the logo and let someone outside the firm say what is sold.",
             "Rubrik: ”[vad de får] för {audience}”, högst 12 ord. Under den en mening med vad som blir annorlunda och en sann siffra eller tid. Prov: täck logotypen och låt någon utanför företaget säga vad som säljs."),
    ),
    Risk(
        name="proof", priority="P1", confidence=0.45, weight=8, tilt=((G.NEWSLETTER, 0.7), (G.PAID_SIGNUP, 1.15)),
        title=("Proof that counts for {audience} belongs near the button", "Belägg som räknas för {audience} hör hemma nära knappen"),
        why=("Strangers look for someone like themselves who dared before. What convinces these readers is {proof}; logos and stars without a name do less.",
             "Främlingar söker någon som liknar dem och som vågat först. Det som övertygar just de här läsarna är {proof}; logotyper och stjärnor utan namn gör mindre."),
        fix=("Within a screen of the first button: {proof}. Where a customer is to speak, ask three of them today: “What was it like before, and what is different now?” Print the best answer word for word, signed, with consent; invent nothing.",
             "Inom en skärm från första knappen: {proof}. Där en kund ska tala: fråga tre stycken i dag ”Hur var det förut, och vad är annorlunda nu?” och tryck det bästa svaret ord för ord, undertecknat, med samtycke; hitta inte på något."),
    ),
    Risk(
        name="form", priority="P1", confidence=0.4, weight=7, tilt=((G.NEWSLETTER, 1.4), (G.DEMO, 1.25), (G.BOOK_CALL, 1.1)),
        title=("The form should ask for {fields}", "Formuläret bör bara fråga efter {fields}"),
        why=("What people fear at this step is {fear}. Each further field, a telephone number above all, confirms it before they have had anything back.",
             "Det man är rädd för i det här steget är {fear}. Varje ytterligare fält, särskilt telefonnummer, bekräftar det innan man har fått något tillbaka."),
        fix=("Cut it to {fields}. Visible labels, autocomplete on every field, the button saying “{label}”, and beside it one line on what happens next and what the data are used for.",
             "Korta det till {fields}. Synliga etiketter, autocomplete på varje fält, en knapp med texten ”{label}”, och intill den en rad om vad som händer sedan och vad uppgifterna används till."),
    ),
    Risk(
        name="price", priority="P1", confidence=0.4, weight=6, tilt=((G.PAID_SIGNUP, 1.5), (G.NEWSLETTER, 0.0)),
        title=("The price question is answered before it is asked", "Prisfrågan besvaras innan den ställs"),
        why=("{Audience} work out what it may cost whether you say it or not, and without a figure they assume too much. That holds even when the next step is only {step_spoken}.",
             "{Audience} räknar på vad det kan kosta vare sig ni säger det eller inte, och utan en siffra antar de för mycket. Det gäller även när nästa steg bara är {step_spoken}."),
        fix=("“From [price]. Most pay [usual price], because [what it depends on].” One worked example of a customer like them. If it cannot be shown, say what decides it and when they will know.",
             "”Från [pris]. De flesta betalar [vanligt pris], eftersom [vad det beror på].” Ett uträknat exempel med en kund som dem. Går det inte att visa: säg vad som avgör och när de får veta."),
    ),
    Risk(
        name="risk", priority="P1", confidence=0.4, weight=5, tilt=((G.PAID_SIGNUP, 1.6), (G.NEWSLETTER, 0.6)),
        title=("The way out stands beside the way in", "Vägen ut står intill vägen in"),
        why=("The last doubt is {fear}. It is strongest at the moment of pressing, so an answer on the terms page comes too late.",
             "Den sista tvekan är {fear}. Den är starkast i samma ögonblick som man ska trycka, så ett svar på villkorssidan kommer för sent."),
        fix=("Directly under “{label}”, in one line and only what is true: how long one may try, how one leaves, what it costs to have been wrong.",
             "Direkt under ”{label}”, på en rad och bara det som är sant: hur länge man får prova, hur man slutar, vad det kostar att ha valt fel."),
    ),
    Risk(
        name="contact", priority="P2", confidence=0.35, weight=4, tilt=((G.BOOK_CALL, 1.4), (G.NEWSLETTER, 0.6)),
        title=("A person is seen behind the page", "Det syns en människa bakom sidan"),
        why=("For {audience} it matters who answers. A page without name, number or address looks as if nobody wanted to be found.",
             "För {audience} spelar det roll vem som svarar. En sida utan namn, nummer eller adress ser ut som om ingen ville bli hittad."),
        fix=("In the footer and beside the form: “[First name] answers, weekdays [hours]: [phone], [e-mail]”, with company name, town and organisation number.",
             "I sidfoten och intill formuläret: ”[Förnamn] svarar, vardagar [tider]: [telefon], [e-post]”, med företagsnamn, ort och organisationsnummer."),
    ),
    Risk(
        name="privacy", priority="P2", confidence=0.35, weight=3, tilt=((G.NEWSLETTER, 1.4),),
        title=("What happens to the data is said where they are given", "Vad som händer med uppgifterna sägs där de lämnas"),
        why=("GDPR art. 13 wants it, and these readers look for it: an unexplained form is read as the beginning of sales mail.",
             "GDPR art. 13 kräver det, och de här läsarna letar efter det: ett formulär utan förklaring läses som början på säljmejl."),
        fix=("Beside the button: “We use this to [purpose], nothing else, and delete it after [time].” with a link to the privacy notice.",
             "Intill knappen: ”Vi använder uppgifterna till [ändamål], inget annat, och raderar dem efter [tid].” med länk till integritetspolicyn."),
    ),
    Risk(
        name="phone", priority="P1", confidence=0.4, weight=5,
        title=("It has to work in one hand", "Det måste fungera med en hand"),
        why=("{Audience} are likely to meet the page on a phone, between other things. A hero picture that pushes the button down, or fields without the right keyboard, end the visit there.",
             "{Audience} möter troligen sidan i mobilen, mellan annat. En stor bild som trycker ner knappen, eller fält utan rätt tangentbord, avslutar besöket där."),
        fix=("On a 390 px screen: headline, one sentence and “{label}” before the picture; targets of 44 px; type=email and tel; the largest picture under 150 kB. Do the whole step yourself on a phone, once.",
             "På en skärm på 390 px: rubrik, en mening och ”{label}” före bilden; tryckytor på 44 px; type=email och tel; största bilden under 150 kB. Gör hela steget själv i en mobil, en gång."),
    ),
    Risk(
        name="look", priority="P1", confidence=0.4, weight=3,
        title=("Large enough, dark enough, calm enough", "Tillräckligt stort, mörkt och lugnt"),
        why=("For {audience} grey 14 px text on white is a closed door, and so is anything that moves by itself.",
             "För {audience} är grå text på 14 px mot vitt en stängd dörr, liksom allt som rör sig av sig självt."),
        fix=("Body text 18 px, contrast of at least 4.5:1 (better 7:1), buttons 48 px high with text of their own, no carousel, and zooming allowed.",
             "Brödtext 18 px, kontrast minst 4,5:1 (helst 7:1), knappar 48 px höga med egen text, ingen karusell, och zoom tillåten."),
    ),
    Risk(
        name="specifics", priority="P2", confidence=0.45, weight=4.5,
        title=("One figure these readers can repeat", "En siffra som de här läsarna kan föra vidare"),
        why=("{Audience} seldom decide alone. Adjectives cannot be passed on to whoever decides with them; a figure with its source can.",
             "{Audience} bestämmer sällan ensamma. Adjektiv går inte att föra vidare till den som är med och bestämmer; en siffra med källa gör det."),
        fix=("Strike “leading”, “seamless” and “tailored” from the first two screens. Put in one true figure each for time, money and number of customers, with month and source.",
             "Stryk ”ledande”, ”sömlös” och ”skräddarsydd” på de två första skärmarna. Sätt in en sann siffra vardera för tid, pengar och antal kunder, med månad och källa."),
    ),
    Risk(
        name="jargon", priority="P2", confidence=0.4, weight=4,
        title=("The words should be those of {audience}", "Orden ska vara de som {audience} själva använder"),
        why=("House language sorts out the very people you want: they take effort in reading for effort in using. Simpler copy is associated with higher conversion (Unbounce 2024).",
             "Internt språk sorterar bort just dem ni vill ha: det som är jobbigt att läsa antas vara jobbigt att använda. Enklare text hänger ihop med högre konvertering (Unbounce 2024)."),
        fix=("Take the last ten e-mails from customers and use their nouns in headings. No sentence over 20 words on the first two screens; every abbreviation spelled out or gone.",
             "Ta de tio senaste mejlen från kunder och använd deras substantiv i rubrikerna. Ingen mening över 20 ord på de två första skärmarna; varje förkortning utskriven eller struken."),
    ),
)  # fmt: skip

#: facts of the address; they outrank every guess
HTTP = Risk(
    name="http", priority="P0", confidence=0.95, weight=100,
    title=("The address is plain http", "Adressen är okrypterad http"),
    why=("Browsers mark the page “not secure” beside its name, before a word is read, and what visitors type can be read on the way.",
         "Webbläsaren märker sidan ”inte säker” intill dess namn, innan ett ord är läst, och det besökaren skriver kan läsas på vägen."),
    fix=("Serve the page over https (certificates are free), redirect http to it with 301, and use the https address in every advertisement.",
         "Leverera sidan över https (certifikat är gratis), skicka http dit med 301, och använd https-adressen i varje annons."),
)  # fmt: skip
BORROWED = Risk(
    name="borrowed", priority="P1", confidence=0.85, weight=50,
    title=("The page lives at a borrowed address ({host})", "Sidan bor på en lånad adress ({host})"),
    why=("A hosting service's name in the address says “trial” to {audience}, and whatever trust the page earns stays with the host when you move.",
         "Ett webbhotells namn i adressen säger ”prov” till {audience}, och det förtroende sidan tjänar in stannar hos värden när ni flyttar."),
    fix=("Put it on a domain of your own before sending paid traffic to it, with a redirect from this one.",
         "Lägg den på en egen domän innan ni köper trafik till den, med en omdirigering härifrån."),
)  # fmt: skip
NUMBER = Risk(
    name="number", priority="P0", confidence=0.9, weight=60,
    title=("The address is a number, not a name", "Adressen är ett nummer, inte ett namn"),
    why=("Nobody types, trusts or remembers {host}; mail filters treat links to it as phishing.",
         "Ingen skriver, litar på eller minns {host}; e-postfilter behandlar länkar dit som nätfiske."),
    fix=("Give the page a name of your own with https before showing it to anyone.",
         "Ge sidan ett eget namn med https innan någon får se den."),
)  # fmt: skip

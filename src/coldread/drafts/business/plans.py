"""What each kind of business needs beside words: whom to ask for proof, what to ask, and where the answer belongs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coldread.base.texts.said import Said
from coldread.drafts.business.kind import Kind


@dataclass(frozen=True, kw_only=True)
class Plan:
    """One kind's plan."""

    #: whom to write to, and three questions
    ask: Said
    questions: tuple[Said, Said, Said]
    place: Said


PLANS: Mapping[Kind, Plan] = {
    Kind.FOOD: Plan(
        ask=Said(en="Write to three regular guests:", sv="Skriv till tre stamgäster:"),
        questions=(
            Said(en="What do you usually have, and why here?", sv="Vad brukar du ta, och varför just här?"),
            Said(en="Who have you brought along, and what did they say?", sv="Vem har du tagit med hit, och vad sa de?"),
            Said(en="What would you tell a friend before the first visit?", sv="Vad skulle du säga till en vän före första besöket?"),
        ),
        place=Said(
            en="Put one answer with a first name beside the menu, and show your rating from a map service, with the number of reviews. One photo of the place on an ordinary day does the rest.",
            sv="Lägg ett svar med förnamn vid menyn, och visa ert betyg från en karttjänst, med antal omdömen. Ett foto av lokalen en vanlig dag gör resten.",
        ),
    ),
    Kind.CARE: Plan(
        ask=Said(en="Write to three people who have come to you for a year:", sv="Skriv till tre som har kommit till er i ett år:"),
        questions=(
            Said(en="What made you wait before you came the first time?", sv="Vad fick dig att vänta innan du kom första gången?"),
            Said(en="What turned out better than you had feared?", sv="Vad blev bättre än du hade befarat?"),
            Said(en="What would you say to somebody who hesitates?", sv="Vad skulle du säga till den som tvekar?"),
        ),
        place=Said(
            en="Put one answer, with consent and as much of the name as they like, beside the booking button. Then show the face, title and experience of the person they will meet.",
            sv="Lägg ett svar, med samtycke och så mycket av namnet som personen vill, vid bokningen. Visa sedan ansikte, titel och erfarenhet för den man får träffa.",
        ),
    ),
    Kind.CHARITY: Plan(
        ask=Said(en="Write to three people who adopted, gave or helped in the last year:", sv="Skriv till tre som har adopterat, gett eller hjälpt till det senaste året:"),
        questions=(
            Said(en="What made you hesitate before you decided?", sv="Vad fick dig att tveka innan du bestämde dig?"),
            Said(en="How is it today? A picture would be lovely.", sv="Hur är det i dag? Skicka gärna en bild."),
            Said(en="What would you say to somebody who hesitates?", sv="Vad skulle du säga till den som tvekar?"),
        ),
        place=Said(
            en="One answer with first name and picture below the first screen; how many you helped last year, with the year, beside the button for giving.",
            sv="Ett svar med förnamn och bild under första skärmen; hur många ni hjälpte förra året, med årtal, vid gåvoknappen.",
        ),
    ),
    Kind.ASSOCIATION: Plan(
        ask=Said(en="Write to three members who joined in the last two years:", sv="Skriv till tre medlemmar som gick med de senaste två åren:"),
        questions=(
            Said(en="What did you wonder about before you joined?", sv="Vad undrade du innan du gick med?"),
            Said(en="What does an ordinary week with us look like?", sv="Hur ser en vanlig vecka hos oss ut?"),
            Said(en="What would you say to somebody who hesitates?", sv="Vad skulle du säga till den som tvekar?"),
        ),
        place=Said(
            en="One answer with first name and picture below the first screen. How many you are, and since when, does the rest.",
            sv="Ett svar med förnamn och bild under första skärmen. Hur många ni är, och sedan när, gör resten.",
        ),
    ),
    Kind.CRAFT: Plan(
        ask=Said(en="Write to three customers from the last half-year:", sv="Skriv till tre kunder från det senaste halvåret:"),
        questions=(
            Said(en="What made you choose us over someone else?", sv="Vad fick dig att välja just oss?"),
            Said(en="Did we keep to the price and the schedule?", sv="Höll priset och tiden?"),
            Said(en="What were you worried about beforehand?", sv="Vad oroade du dig för innan?"),
        ),
        place=Said(
            en="One answer with name and neighbourhood beside the button. Two pictures of finished jobs, before and after, with the place.",
            sv="Ett svar med namn och ort vid knappen. Två bilder på färdiga jobb, före och efter, med ort.",
        ),
    ),
    Kind.APP: Plan(
        ask=Said(en="Write to three people who have used it for more than a month:", sv="Skriv till tre som har använt det i mer än en månad:"),
        questions=(
            Said(en="How did you do this before?", sv="Hur gjorde du förut?"),
            Said(en="What would you miss if it were gone tomorrow?", sv="Vad skulle du sakna om det var borta i morgon?"),
            Said(en="Who would you recommend it to, and why?", sv="Vem skulle du rekommendera det till, och varför?"),
        ),
        place=Said(
            en="One answer with name and role below the first screen. A picture of the real screen says more than an illustration.",
            sv="Ett svar med namn och roll under första skärmen. En bild på det riktiga gränssnittet säger mer än en illustration.",
        ),
    ),
    Kind.OPEN_SOURCE: Plan(
        ask=Said(en="Write to three projects or companies that use it:", sv="Skriv till tre projekt eller företag som använder det:"),
        questions=(
            Said(en="What did you use before?", sv="Vad använde ni förut?"),
            Said(en="What should people know before they choose it?", sv="Vad bör man veta innan man väljer det?"),
            Said(en="How long did it take to get going?", sv="Hur lång tid tog det att komma igång?"),
        ),
        place=Said(
            en="Their names with a link to where it runs, below the first example. The date of the latest release beside the install line.",
            sv="Deras namn med länk till där det körs, under första exemplet. Datum för senaste versionen vid installationsraden.",
        ),
    ),
    Kind.SHOP: Plan(
        ask=Said(en="Write to ten customers from last month:", sv="Skriv till tio kunder från förra månaden:"),
        questions=(
            Said(en="What made you hesitate before you paid?", sv="Vad fick dig att tveka innan du betalade?"),
            Said(en="Was it what you expected when it arrived?", sv="Var det som du hade väntat dig när det kom?"),
            Said(en="What would you say to somebody who hesitates?", sv="Vad skulle du säga till den som tvekar?"),
        ),
        place=Said(
            en="One answer beside the item that it is about, with as much of the name as they like.",
            sv="Ett svar vid den vara det handlar om, med så mycket av namnet som personen vill.",
        ),
    ),
    Kind.COURSE: Plan(
        ask=Said(en="Write to three people who took part last time:", sv="Skriv till tre som var med förra gången:"),
        questions=(
            Said(en="What could you do afterwards that you could not before?", sv="Vad kunde du efteråt som du inte kunde förut?"),
            Said(en="What would you say to somebody who hesitates?", sv="Vad skulle du säga till den som tvekar?"),
            Said(en="What surprised you?", sv="Vad överraskade dig?"),
        ),
        place=Said(
            en="One answer with a name beside the sign-up button; then the teacher, with face and experience.",
            sv="Ett svar med namn vid anmälan; därefter läraren med ansikte och erfarenhet.",
        ),
    ),
    Kind.EXPERT: Plan(
        ask=Said(en="Write to three clients whose job is done:", sv="Skriv till tre uppdragsgivare vars jobb är klart:"),
        questions=(
            Said(en="What did things look like before?", sv="Hur såg det ut innan?"),
            Said(en="What has happened since, and can you put a figure on it?", sv="Vad har hänt sedan dess, och går det att sätta en siffra på?"),
            Said(en="Why did you choose us?", sv="Varför valde ni oss?"),
        ),
        place=Said(
            en="One answer with name, company and link below the first screen; the others beside the work they are about.",
            sv="Ett svar med namn, företag och länk under första skärmen; de andra vid de jobb de handlar om.",
        ),
    ),
    Kind.STAY: Plan(
        ask=Said(en="Write to three guests from this season:", sv="Skriv till tre gäster från den här säsongen:"),
        questions=(
            Said(en="What did you do here that you would tell a friend?", sv="Vad gjorde ni här som du skulle tipsa en vän om?"),
            Said(en="What should people know before they book?", sv="Vad bör man veta innan man bokar?"),
            Said(en="What surprised you?", sv="Vad överraskade er?"),
        ),
        place=Said(
            en="One answer with first name and month beside the booking button; the rating from the booking site, with the number of reviews.",
            sv="Ett svar med förnamn och månad vid bokningen; betyget från bokningssajten, med antal omdömen.",
        ),
    ),
    Kind.OTHER: Plan(
        ask=Said(en="Write to three customers from the last year:", sv="Skriv till tre kunder från det senaste året:"),
        questions=(
            Said(en="What made you hesitate?", sv="Vad fick dig att tveka?"),
            Said(en="What made you decide?", sv="Vad fick dig att bestämma dig?"),
            Said(en="What would you tell a friend?", sv="Vad skulle du säga till en vän?"),
        ),
        place=Said(
            en="Publish the best answer word for word, with consent and as much of the name as they like, near the first button.",
            sv="Publicera det bästa svaret ord för ord, med samtycke och så mycket av namnet som personen vill, nära första knappen.",
        ),
    ),
}  # fmt: skip

#: where it is children who take part, and their parents who decide
CHILDREN_PLAN = Plan(
    ask=Said(en="Write to three parents:", sv="Skriv till tre föräldrar:"),
    questions=(
        Said(en="What made you choose this for your child?", sv="Varför valde ni det här åt ert barn?"),
        Said(en="What has your child said at home afterwards?", sv="Vad har barnet berättat hemma efteråt?"),
        Said(en="What would you say to another parent?", sv="Vad skulle du säga till en annan förälder?"),
    ),
    place=Said(
        en="One answer with first name beside the button; then who teaches, with name and face, and one picture from a lesson (with the parents' consent).",
        sv="Ett svar med förnamn vid knappen; sedan vem som undervisar, med namn och ansikte, och en bild från en lektion (med föräldrarnas samtycke).",
    ),
)  # fmt: skip

#: where a letter or a place in a line is asked for, whatever the kind
LETTER_PLAN = Plan(
    ask=Said(en="Write to three readers:", sv="Skriv till tre läsare:"),
    questions=(
        Said(en="What did you use from it, and when?", sv="Vad har du använt ur det, och när?"),
        Said(en="Who would you send it to?", sv="Vem skulle du skicka det till?"),
        Said(en="What would you miss if it stopped?", sv="Vad skulle du sakna om det slutade komma?"),
    ),
    place=Said(
        en="One answer with name and occupation beside the field, and a link to a whole issue.",
        sv="Ett svar med namn och yrke vid fältet, och en länk till ett helt nummer.",
    ),
)  # fmt: skip

#: what to do where nobody can be asked yet
NOBODY = Said(
    en="Nobody to ask yet? Show who is behind it and one finished example; do not invent anyone.",
    sv="Ingen att fråga än? Visa vem som står bakom och ett färdigt exempel; hitta inte på någon.",
)

"""What each kind of business needs beside words: whom to ask for proof, what its visitors doubt, and in which order it tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from coldread.base.texts.said import Said
from coldread.drafts.business.kind import Kind

#: where the page may answer a doubt
Source = Literal["proof", "way_out", "price", "who", "often", "leave", ""]


@dataclass(frozen=True, kw_only=True)
class Doubt:
    """A question that keeps somebody from the step, and how one answers it."""

    asked: Said
    how: Said
    source: Source = ""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """One kind's plan."""

    #: whom to ask, and two questions
    ask: Said
    questions: tuple[Said, Said]
    place: Said
    #: what to do where nobody can be asked yet
    nobody: Said
    doubts: tuple[Doubt, ...]
    #: kinds of sections in the order in which these visitors ask
    order: tuple[str, ...]


_USUAL_ORDER = ("hero", "proof", "how", "other", "price", "faq", "about", "step")
_PRACTICAL_FIRST = ("hero", "step", "price", "other", "how", "proof", "faq", "about")

PLANS: Mapping[Kind, Plan] = {
    Kind.FOOD: Plan(
        ask=Said(en="Ask three regular guests, at the table:", sv="Fråga tre stamgäster, vid bordet:"),
        questions=(
            Said(en="“What do you usually have, and why here?”", sv="”Vad brukar du ta, och varför just här?”"),
            Said(en="“Who have you brought along, and what did they say?”", sv="”Vem har du tagit med hit, och vad sa de?”"),
        ),
        place=Said(
            en="Put one answer with a first name beside the menu, and show your rating from a map service, with the number of reviews. One photo of the place on an ordinary day does the rest.",
            sv="Lägg ett svar med förnamn vid menyn, och visa ert betyg från en karttjänst, med antal omdömen. Ett foto av lokalen en vanlig dag gör resten.",
        ),
        nobody=Said(en="Just opened? Show what is on the table and who cooks it.", sv="Nyöppnat? Visa vad som står på bordet och vem som lagar det."),
        doubts=(
            Doubt(asked=Said(en="“Is it good?”", sv="”Är det gott?”"), how=Said(en="A rating with the number of reviews, or one guest's words.", sv="Ett betyg med antal omdömen, eller en gästs ord."), source="proof"),
            Doubt(asked=Said(en="“Is there room for us, and can we sit down to work?”", sv="”Finns det plats för oss, och kan man sitta och jobba?”"), how=Said(en="Number of seats, sockets, when it is quiet.", sv="Antal platser, eluttag, när det är lugnt.")),
            Doubt(asked=Said(en="“Is there something for people who eat differently?”", sv="”Finns det något för den som har särskild kost?”"), how=Said(en="One line on vegetarian, vegan and gluten-free.", sv="En rad om vegetariskt, veganskt och glutenfritt.")),
        ),
        order=_PRACTICAL_FIRST,
    ),
    Kind.CARE: Plan(
        ask=Said(en="Ask three people who have come to you for a year, as they leave:", sv="Fråga tre som har kommit till er i ett år, när de går för dagen:"),
        questions=(
            Said(en="“What made you wait before you came the first time?”", sv="”Vad fick dig att vänta innan du kom första gången?”"),
            Said(en="“What turned out better than you had feared?”", sv="”Vad blev bättre än du hade befarat?”"),
        ),
        place=Said(
            en="Put one answer, with consent and as much of the name as they like, beside the booking button. Then show the face, title and experience of the person they will meet.",
            sv="Lägg ett svar, med samtycke och så mycket av namnet som personen vill, vid bokningen. Visa sedan ansikte, titel och erfarenhet för den man får träffa.",
        ),
        nobody=Said(en="Nobody to quote? Show the training, licence and experience of the person they will meet.", sv="Ingen att citera? Visa utbildning, legitimation och erfarenhet för den man får träffa."),
        doubts=(
            Doubt(asked=Said(en="“What will it cost in the end?”", sv="”Vad blir slutsumman?”"), how=Said(en="The price of a first visit, and that you give the total before anything is done.", sv="Priset för ett första besök, och att ni säger summan innan något görs."), source="price"),
            Doubt(asked=Said(en="“Who will I meet, and are they kind?”", sv="”Vem får jag träffa, och är de snälla?”"), how=Said(en="Name, face and one sentence in their own words.", sv="Namn, ansikte och en mening med egna ord."), source="who"),
            Doubt(asked=Said(en="“What happens the first time?”", sv="”Vad händer första gången?”"), how=Said(en="Three lines: how long, what is done, when they decide.", sv="Tre rader: hur lång tid, vad som görs, när man bestämmer sig.")),
        ),
        order=("hero", "step", "how", "price", "other", "proof", "about", "faq"),
    ),
    Kind.CHARITY: Plan(
        ask=Said(en="Ask three people who adopted, gave or helped in the last year:", sv="Fråga tre som har adopterat, gett eller hjälpt till det senaste året:"),
        questions=(
            Said(en="“What made you hesitate before you decided?”", sv="”Vad fick dig att tveka innan du bestämde dig?”"),
            Said(en="“How is it today?” Ask for a picture.", sv="”Hur är det i dag?” Be om en bild."),
        ),
        place=Said(
            en="One answer with first name and picture below the first screen; how many you helped last year, with the year, beside the button for giving.",
            sv="Ett svar med förnamn och bild under första skärmen; hur många ni hjälpte förra året, med årtal, vid gåvoknappen.",
        ),
        nobody=Said(en="Nobody to quote yet? Show one case by name, and what it cost to help.", sv="Ingen att citera än? Visa ett fall vid namn, och vad det kostade att hjälpa."),
        doubts=(
            Doubt(asked=Said(en="“Does it reach the people it is for?”", sv="”Når det fram?”"), how=Said(en="What was done last year, in numbers, and who audits it.", sv="Vad som gjordes förra året, i siffror, och vem som granskar det."), source="proof"),
            Doubt(asked=Said(en="“What am I taking on?”", sv="”Vad åtar jag mig?”"), how=Said(en="What it costs a month, what help you give afterwards, and that they can call you.", sv="Vad det kostar i månaden, vilken hjälp ni ger efteråt, och att man kan ringa.")),
            Doubt(asked=Said(en="“Who are you?”", sv="”Vilka är ni?”"), how=Said(en="Names, and how long you have done this.", sv="Namn, och hur länge ni har hållit på."), source="who"),
        ),
        order=("hero", "other", "how", "proof", "step", "about", "price", "faq"),
    ),
    Kind.ASSOCIATION: Plan(
        ask=Said(en="Ask three members who joined in the last two years:", sv="Fråga tre medlemmar som gick med de senaste två åren:"),
        questions=(
            Said(en="“What did you wonder about before you joined?”", sv="”Vad undrade du innan du gick med?”"),
            Said(en="“What does an ordinary week with us look like?”", sv="”Hur ser en vanlig vecka hos oss ut?”"),
        ),
        place=Said(
            en="One answer with first name and picture below the first screen. How many you are, and since when, does the rest.",
            sv="Ett svar med förnamn och bild under första skärmen. Hur många ni är, och sedan när, gör resten.",
        ),
        nobody=Said(en="Nobody wants to be quoted? Number of members, year of founding, one picture from last season.", sv="Ingen vill citeras? Antal medlemmar, grundningsår, en bild från förra säsongen."),
        doubts=(
            Doubt(asked=Said(en="“What is expected of me?”", sv="”Vad förväntas av mig?”"), how=Said(en="What it costs and how much time it takes.", sv="Vad det kostar och hur mycket tid det tar.")),
            Doubt(asked=Said(en="“Do I fit in?”", sv="”Passar jag in?”"), how=Said(en="Who is there already: ages, families, beginners.", sv="Vilka som redan är med: åldrar, familjer, nybörjare."), source="proof"),
            Doubt(asked=Said(en="“Can I come and look first?”", sv="”Får man komma och titta först?”"), how=Said(en="A day, a place and a name.", sv="En dag, en plats och ett namn.")),
        ),
        order=("hero", "other", "how", "price", "step", "proof", "about", "faq"),
    ),
    Kind.CRAFT: Plan(
        ask=Said(en="Call three customers from the last half-year:", sv="Ring tre kunder från det senaste halvåret:"),
        questions=(
            Said(en="“What made you choose us over someone else?”", sv="”Vad fick dig att välja just oss?”"),
            Said(en="“Did we keep to the price and the schedule?”", sv="”Höll priset och tiden?”"),
        ),
        place=Said(
            en="One answer with name and neighbourhood beside the quote button. Two pictures of finished jobs, before and after, with the place.",
            sv="Ett svar med namn och ort vid offertknappen. Två bilder på färdiga jobb, före och efter, med ort.",
        ),
        nobody=Said(en="Just started? Show the insurance, the trade certificate and one job of your own.", sv="Nystartade? Visa försäkring, yrkesbevis och ett eget jobb."),
        doubts=(
            Doubt(asked=Said(en="“Will the price hold?”", sv="”Håller priset?”"), how=Said(en="Fixed price or hourly, what is added, and any tax deduction.", sv="Fast pris eller löpande, vad som tillkommer, och rot- eller rutavdrag."), source="price"),
            Doubt(asked=Said(en="“Who puts it right if it goes wrong?”", sv="”Vem rättar till det om det blir fel?”"), how=Said(en="Guarantee in years, insurance, and who to call.", sv="Garanti i år, försäkring, och vem man ringer."), source="way_out"),
            Doubt(asked=Said(en="“Who comes to my house?”", sv="”Vem kommer hem till mig?”"), how=Said(en="Name and face; that it is your own people.", sv="Namn och ansikte; att det är era egna anställda."), source="who"),
        ),
        order=("hero", "price", "proof", "other", "how", "about", "faq", "step"),
    ),
    Kind.APP: Plan(
        ask=Said(en="Ask three people who have used it for more than a month:", sv="Fråga tre som har använt det i mer än en månad:"),
        questions=(
            Said(en="“How did you do this before?”", sv="”Hur gjorde du förut?”"),
            Said(en="“What would you miss if it were gone tomorrow?”", sv="”Vad skulle du sakna om det var borta i morgon?”"),
        ),
        place=Said(
            en="One answer with name and role below the first screen, one beside the price. A picture of the real screen says more than an illustration.",
            sv="Ett svar med namn och roll under första skärmen, ett vid priset. En bild på det riktiga gränssnittet säger mer än en illustration.",
        ),
        nobody=Said(en="No users yet? Show the real screen, who builds it, and what is ready today.", sv="Inga användare än? Visa det riktiga gränssnittet, vem som bygger det och vad som är klart i dag."),
        doubts=(
            Doubt(asked=Said(en="“How long until I get something out of it?”", sv="”Hur lång tid innan jag har nytta av det?”"), how=Said(en="How many minutes to a first result, and what they need to have ready.", sv="Antal minuter till ett första resultat, och vad man behöver ha till hands.")),
            Doubt(asked=Said(en="“How do I cancel, and can I take my data with me?”", sv="”Hur avslutar jag, och får jag med mig mina uppgifter?”"), how=Said(en="How to cancel, and what can be exported.", sv="Hur man säger upp, och vad som går att exportera."), source="way_out"),
            Doubt(asked=Said(en="“Who else uses it?”", sv="”Vilka andra använder det?”"), how=Said(en="One user by name and role, or the number with a date.", sv="En användare med namn och roll, eller antalet med datum."), source="proof"),
        ),
        order=_USUAL_ORDER,
    ),
    Kind.OPEN_SOURCE: Plan(
        ask=Said(en="Ask three projects or companies that use it:", sv="Fråga tre projekt eller företag som använder det:"),
        questions=(
            Said(en="“What did you use before?”", sv="”Vad använde ni förut?”"),
            Said(en="“What should people know before they choose it?”", sv="”Vad bör man veta innan man väljer det?”"),
        ),
        place=Said(
            en="Their names with a link to where it runs, below the first example. The date of the latest release beside the install line.",
            sv="Deras namn med länk till där det körs, under första exemplet. Datum för senaste versionen vid installationsraden.",
        ),
        nobody=Said(en="No known users yet? Show your own use of it, with code.", sv="Inga kända användare än? Visa er egen användning, med kod."),
        doubts=(
            Doubt(asked=Said(en="“Is it still maintained?”", sv="”Underhålls det fortfarande?”"), how=Said(en="Date of the last release, and how fast issues are answered.", sv="Datum för senaste versionen, och hur snabbt frågor besvaras."), source="proof"),
            Doubt(asked=Said(en="“What does it not do?”", sv="”Vad klarar det inte?”"), how=Said(en="A short honest list saves both sides an evening.", sv="En kort ärlig lista sparar en kväll för båda.")),
        ),
        order=("hero", "how", "other", "proof", "faq", "step", "about", "price"),
    ),
    Kind.SHOP: Plan(
        ask=Said(en="Write to ten customers from last month and ask two things:", sv="Skriv till tio kunder från förra månaden och fråga två saker:"),
        questions=(
            Said(en="“What made you hesitate before you paid?”", sv="”Vad fick dig att tveka innan du betalade?”"),
            Said(en="“Was it what you expected when it arrived?”", sv="”Var det som du hade väntat dig när det kom?”"),
        ),
        place=Said(
            en="One answer with first name beside the price of that item; the rating, with the number of reviews, at the top.",
            sv="Ett svar med förnamn vid priset på just den varan; betyget, med antal omdömen, överst.",
        ),
        nobody=Said(en="No customers yet? Show who makes it, where, and one picture from there.", sv="Inga kunder än? Visa vem som gör det, var, och en bild därifrån."),
        doubts=(
            Doubt(asked=Said(en="“Is this a real shop?”", sv="”Är det här en riktig butik?”"), how=Said(en="Company name, address and a phone number, in the footer.", sv="Företagsnamn, adress och ett nummer att ringa, i sidfoten."), source="who"),
            Doubt(asked=Said(en="“What if it is not what I thought?”", sv="”Tänk om det inte är som jag trodde?”"), how=Said(en="Number of days, shipping and money back, beside the price.", sv="Antal dagar, frakt och pengarna tillbaka, vid priset."), source="way_out"),
            Doubt(asked=Said(en="“Are others happy with it?”", sv="”Är andra nöjda?”"), how=Said(en="A rating with the number of reviews.", sv="Ett betyg med antal omdömen."), source="proof"),
        ),
        order=("hero", "other", "proof", "price", "how", "faq", "about", "step"),
    ),
    Kind.COURSE: Plan(
        ask=Said(en="Ask three people who took part last time:", sv="Fråga tre som var med förra gången:"),
        questions=(
            Said(en="“What could you do afterwards that you could not before?”", sv="”Vad kunde du efteråt som du inte kunde förut?”"),
            Said(en="“Who should not come?”", sv="”Vem borde inte komma?”"),
        ),
        place=Said(
            en="One answer with name and occupation beside the sign-up button; then the teacher, with face and experience.",
            sv="Ett svar med namn och yrke vid anmälan; därefter läraren med ansikte och erfarenhet.",
        ),
        nobody=Said(en="First time? Say what the teacher has done, and what participants take home.", sv="Första gången? Berätta vad läraren har gjort, och vad man får med sig hem."),
        doubts=(
            Doubt(asked=Said(en="“Is it at my level?”", sv="”Är det på min nivå?”"), how=Said(en="What people need to know beforehand, in one line.", sv="Vad man behöver kunna innan, på en rad.")),
            Doubt(asked=Said(en="“What if I cannot come?”", sv="”Tänk om jag får förhinder?”"), how=Said(en="How late people can get their money back, and whether someone else may take the place.", sv="Hur sent man kan få pengarna tillbaka, och om någon annan får ta platsen."), source="way_out"),
            Doubt(asked=Said(en="“Was it worth it for others?”", sv="”Var det värt det för andra?”"), how=Said(en="One participant by name, with one thing they can do now.", sv="En deltagare vid namn, med en sak hen kan nu."), source="proof"),
        ),
        order=("hero", "how", "other", "proof", "about", "price", "faq", "step"),
    ),
    Kind.EXPERT: Plan(
        ask=Said(en="Call three clients whose job is done:", sv="Ring tre uppdragsgivare vars jobb är klart:"),
        questions=(
            Said(en="“What did things look like before?”", sv="”Hur såg det ut innan?”"),
            Said(en="“What has happened since, and can you put a figure on it?”", sv="”Vad har hänt sedan dess, och går det att sätta en siffra på?”"),
        ),
        place=Said(
            en="One answer with name, company and link below the first screen; the others beside the work they are about.",
            sv="Ett svar med namn, företag och länk under första skärmen; de andra vid de jobb de handlar om.",
        ),
        nobody=Said(en="No clients yet? One job of your own, shown from task to result.", sv="Inga uppdrag än? Ett eget jobb, visat från uppgift till resultat."),
        doubts=(
            Doubt(asked=Said(en="“What will it cost, and can I afford it?”", sv="”Vad kostar det, och har jag råd?”"), how=Said(en="A starting price and one worked example.", sv="Ett lägsta pris och ett uträknat exempel."), source="price"),
            Doubt(asked=Said(en="“Who does the work?”", sv="”Vem gör jobbet?”"), how=Said(en="Name, face, years; how many jobs you take at a time.", sv="Namn, ansikte, antal år; hur många jobb ni tar åt gången."), source="who"),
            Doubt(asked=Said(en="“Did it work for someone like me?”", sv="”Fungerade det för någon som jag?”"), how=Said(en="One client of the same size, by name, with what changed.", sv="En uppdragsgivare i samma storlek, vid namn, med vad som blev bättre."), source="proof"),
        ),
        order=_USUAL_ORDER,
    ),
    Kind.STAY: Plan(
        ask=Said(en="Ask three guests on the last morning:", sv="Fråga tre gäster sista morgonen:"),
        questions=(
            Said(en="“What did you do here that you would tell a friend?”", sv="”Vad gjorde ni här som du skulle tipsa en vän om?”"),
            Said(en="“What should people know before they book?”", sv="”Vad bör man veta innan man bokar?”"),
        ),
        place=Said(
            en="One answer with first name and month beside the booking button; the rating from the booking site, with the number of reviews.",
            sv="Ett svar med förnamn och månad vid bokningen; betyget från bokningssajten, med antal omdömen.",
        ),
        nobody=Said(en="Newly opened? Show the actual room, and who meets guests at the door.", sv="Nyöppnat? Visa bilder på just det rummet, och vem som möter i dörren."),
        doubts=(
            Doubt(asked=Said(en="“Does it look like the pictures?”", sv="”Ser det ut som på bilderna?”"), how=Said(en="A guest's words with month, a rating with the number of reviews.", sv="En gästs ord med månad, ett betyg med antal omdömen."), source="proof"),
            Doubt(asked=Said(en="“Is it cheaper to book here?”", sv="”Är det billigare att boka här?”"), how=Said(en="What guests gain by booking directly.", sv="Vad man tjänar på att boka direkt."), source="price"),
            Doubt(asked=Said(en="“What if plans change?”", sv="”Tänk om planerna ändras?”"), how=Said(en="How late guests can cancel, and what it costs.", sv="Hur sent man får avboka, och vad det kostar."), source="way_out"),
        ),
        order=_USUAL_ORDER,
    ),
    Kind.OTHER: Plan(
        ask=Said(en="Ask three people who said yes to you in the last year:", sv="Fråga tre som har tackat ja till er det senaste året:"),
        questions=(
            Said(en="“What made you hesitate?”", sv="”Vad fick dig att tveka?”"),
            Said(en="“What made you decide?”", sv="”Vad fick dig att bestämma dig?”"),
        ),
        place=Said(
            en="Publish the best answer word for word, with name and consent, near the first button.",
            sv="Publicera det bästa svaret ord för ord, med namn och samtycke, nära första knappen.",
        ),
        nobody=Said(en="Nobody to ask yet? Show who is behind it and one finished example; do not invent anyone.", sv="Ingen att fråga än? Visa vem som står bakom och ett färdigt exempel; hitta inte på någon."),
        doubts=(
            Doubt(asked=Said(en="“Who are you?”", sv="”Vilka är ni?”"), how=Said(en="Names, and one sentence each.", sv="Namn, och en mening om var och en."), source="who"),
            Doubt(asked=Said(en="“Who else has chosen you, and did it go well?”", sv="”Vilka andra har valt er, och blev det bra?”"), how=Said(en="One person by name, in their own words.", sv="En person vid namn, med egna ord."), source="proof"),
        ),
        order=_USUAL_ORDER,
    ),
}  # fmt: skip

#: where a letter or a place in a line is asked for, whatever the kind
LETTER_PLAN = Plan(
    ask=Said(en="Ask three readers:", sv="Fråga tre läsare:"),
    questions=(
        Said(en="“What did you use from it, and when?”", sv="”Vad har du använt ur det, och när?”"),
        Said(en="“Who would you send it to?”", sv="”Vem skulle du skicka det till?”"),
    ),
    place=Said(
        en="One answer with name and occupation beside the field, and a link to a whole issue.",
        sv="Ett svar med namn och yrke vid fältet, och en länk till ett helt nummer.",
    ),
    nobody=Said(en="No readers yet? Show one whole issue.", sv="Inga läsare än? Visa ett helt nummer."),
    doubts=(
        Doubt(asked=Said(en="“What do I get, and how often?”", sv="”Vad får jag, och hur ofta?”"), how=Said(en="One sentence and one sample issue.", sv="En mening och ett provnummer."), source="often"),
        Doubt(asked=Said(en="“How do I get off the list?”", sv="”Hur avslutar jag?”"), how=Said(en="One sentence under the field.", sv="En mening under fältet."), source="leave"),
        Doubt(asked=Said(en="“Who writes it?”", sv="”Vem skriver?”"), how=Said(en="A name, and why they know the subject.", sv="Ett namn, och varför personen kan ämnet."), source="who"),
    ),
    order=_USUAL_ORDER,
)  # fmt: skip

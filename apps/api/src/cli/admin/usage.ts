export const usage = `Usage: npm run admin -- <command>

  publish --event <id> --section <block> --quantity <n> --price <amount> [options]
                            publish a new listing
  relist <listing>          put a withdrawn listing back on sale
  reprice <listing> [--price <amount>] [--quantity <n>]
                            change the ticket price or the number of tickets
  withdraw <listing>        stop selling a listing; existing holds remain
  account add <username> --role operator|seller|buyer --email <address> --first-name <name> --last-name <name>
                            [--team <name>] [--currency <code>]
                            add an account with a team of its own, and print the link that sets its password
  account suspend <username>
                            end all sessions and refuse logins
  account reinstate <username>
                            let a suspended account log in again
  account end-sessions <username>
                            log out all devices
  account replace-password <username>
                            make the password invalid, and print the link that sets a new one
  account link <username> --issuer <id> --subject <id there> | unlink <username> --issuer <id>
                            let a user of another site open the account by handover, or end that
  approve <username> [--unverified]
                            approve a pending account (--unverified: skip email verification)
  remove-second-factors <username>
                            remove passkeys, authenticator app and recovery codes of someone who lost them
  seller list [--state <state>]
                            list applications to sell, submitted ones first
  seller show <team id>     show an application with its documents, limits, their use and similar teams
  seller document <team id> <document id> --file <new file>
                            write a document of an application to a file
  seller approve <team id> --exposure <amount or none> [--currency <code>] --unconfirmed <number or none>
                            let the team sell: up to this value of tickets on sale and tickets sold but not delivered, and
                            up to this number of sales without delivered tickets
  seller decline <team id> --reason <text> [--final]
                            decline an application; --final: the team may not apply again
  seller ask <team id> --text <text>
                            ask the team for more information
  seller approve-change | decline-change <team id> <time of the request> [--reason <text>]
                            decide a change of bank account, tax number or country, as seller show prints it; the
                            approved details count until then
  seller limits <team id> --exposure <amount or none> [--currency <code>] --unconfirmed <number or none>
                            change the limits of a seller
  seller shared-seats [--event <event id>]
                            list rows of coming events in which several teams offer the same seat
  seller suspend <team id> --reason <text>
                            take everything off sale and refuse new listings; holds and unpaid orders are honoured
  seller resume <team id>   let the team sell again, and put its unchanged listings back on sale
  quote-origin <team id> <origin or none>
                            open this team's quotes on its own origin, such as https://tickets.example.com
  order <number>            show an order with its line ids
  deliver <order line> <file>… | --link <url> | --transfer <reference> | --tracking <number> [--ticket <n>]
                            deliver tickets: one file for all or one per ticket; --ticket delivers a single one
  cancel <order line or order number> --reason <text> [--relist | --delivered]
                            cancel and refund undelivered lines; the reason is shown to the buyer.
                            --relist sells the tickets again; --delivered also cancels delivered tickets,
                            which become invalid and are not relisted
  refund <refund> --retry | --paid-manually <how>
                            retry a failed refund, or record a manual payment, which is shown to the buyer;
                            \`order\` lists refunds
  event-requests            list the events that sellers' files name and the catalogue lacks
  event-requests answer <request> <event> | decline <request> --reason <text>
                            say which event it is, for the files of all sellers, or why it will not be added
  event-names set <event> --title <name> [--venue <name>] [--day <day>] [--time <time>] [--source <system> --foreign-id <id>]
                            say which event the files of all sellers mean by a name, or by the id of a system
  event-names set <request> <event>
                            the same for what a request of \`event-requests\` names: its name and the id of its system
  audit [--account <username>] [--team <team id>] [--kind <kind>] [--ip-address <IP address>]
                            [--since <day or 24h>] [--limit <n>] [--json]
                            show the audit log: logins and access, and changes of money and stock
  personal-data export --email <address>
                            print what is stored about an end customer without an account, as JSON
  personal-data export --account <username> --file <new file> [--with-team]
                            write a ZIP file with the data and tickets of an account; --with-team adds clients, quotes
                            and orders of the team of an owner
  personal-data erase --email <address> [--dry-run]
                            erase it, except what law requires; --dry-run lists what would go, what stays and why
  personal-data erase --account <username>
                            erase a closed account now, without waiting for the days of the retention table
  price-rules stop --reason <text>
                            stop the price rules of all sellers; the reason is shown to them
  price-rules resume        let them run again
  price-rules status        whether they are stopped, and how many rules are on
  retention report [--dry-run]
                            how long personal data are kept, what the last nightly run removed, and the oldest left;
                            --dry-run counts what a run would remove now
  retention run             remove what is past its time now, without waiting for the night
  resale-rules              list the rules about resale, by competition and country, and which are on
  resale-rules on | off <rule>
                            on: takes listings that the rule forbids off sale, and notifies their sellers; holds and
                            unpaid orders go on. Every rule is off until counsel has confirmed it
  resale-rules authorise | deauthorise <rule> <team id>
                            who may sell in spite of a rule for authorised sellers
  resale-rules load <file>  add or replace rules that are off, in the form of the file that comes with the application
  data-keys                 list the keys that encrypt personal data, with what needs each
  data-keys re-encrypt      encrypt everything with the first key of DATA_ENCRYPTION_KEYS; can be interrupted
  data-keys give-up <number> [--confirm <number of values>]
                            start without a lost key: what it encrypted can never be read again
  catalogue competitions    list the competitions with their properties
  catalogue competition <slug> [--name <text>] [--sport <slug>] [--country-code <code>] [--title-style versus|at|own]
                            [--first-month <1-12>] [--season-naming "start year"|"both years"]
                            [--confirm-ahead-days <n>] [--named-after-venue yes|no] [--position <n>]
                            [--participants home-away|single|festival] [--duration-minutes <n>]
                            [--performer-scope <words>] [--source-names <a|b>] [--sport-name <text>]
                            [--sport-kind sport|genre] [--art-pattern <pattern>] [--sport-art-pattern <pattern>]
                            [--colours "#b4112a #7a0b1c"] [--featured yes|no]
                            add a competition (with --name and --sport), or change one
  catalogue names [<type or what they are for>]
                            list other names: nicknames, places, rivalries, keywords, sessions
  catalogue name add | remove <type> <what it is for> <name>
                            performer arsenal "The Gunners" · city milano Milan · rivalry "arsenal + chelsea" …
  catalogue list sports|competitions|seasons|performers|venues [<part of the name>]
  catalogue show <kind> <slug>
                            list entries, or show one with its names; a season is formula-1/2026
  catalogue add sport <name> [--kind sport|genre] [--art-pattern <pattern>] [--position <n>]
  catalogue add season <competition> <name>
  catalogue add performer <name> --competition <slug> | --kind artist [--country-code <code>] [--colours "#b4112a #7a0b1c"]
  catalogue add venue <name> --city <text> --country-code <code> --timezone <zone> --capacity <n> --kind <kind>
  catalogue edit sport | performer | venue <slug> [--name <text>] [the options of add]
                            change columns; the page of a performer or venue with a new name moves, its old address
                            redirects, and its matches are called by the new name
  catalogue enter | withdraw performer <slug> <season>
                            who takes part in every event of a season, such as formula-1/2027: drivers, or a line-up
  catalogue alias competition | performer | venue add | remove <slug> <name>
                            a name that imports match; it has one meaning
  catalogue merge performer | venue <from> <into>
                            make two entries one; refused when they meet or have events at the same time
  catalogue remove <kind> <slug>
                            remove an entry to which nothing refers
  catalogue proposals [list] [--file <name>]
                            list names that imports do not know, with the nearest known names
  catalogue proposals accept <number>… | --file <name> [--only performers|venues|events] [--name <text>]
                            [--kind <kind>] [--competition <slug>] [--city <text>] [--country-code <code>]
                            [--timezone <zone>] [--capacity <n>]
                            add the performers, venues or events, and load the rows that wait for them
  catalogue proposals merge <number> <slug or event number>
                            the name means something known
  catalogue proposals reject <number>… | --file <name>
                            the rows with these names never load
  catalogue profiles        list the profiles: how to read files of fixtures
  catalogue profile show <name> [--json] | confirm <name> | remove <name>
                            show a profile, allow imports with it, or delete it
  content set <page> <file> set the text of a page: terms or privacy. Plain text; # starts a heading, - a list item
  content reset <page>      restore the page's default text
  menu                      show the menu as buyers see it, with the entry names used below
  menu set <entry> [--title <text>] [--position <n>] [--parent <category or top>] [--hide] [--show]
                            rename, move or hide an entry, or add an event or venue to the menu
  menu reset <entry>        restore the catalogue's default
  banner                    list the banners of the home page
  banner add <entry> --title <text> [--text <text>] [--position <n>]
                            add a banner that links to the entry
  banner remove <number>    remove a banner

Options of publish:
  --row <name>              seat row; without it the seats are anywhere in the block
  --first-seat <n>          number of the first seat; the others follow
  --currency <code>         default: the seller's currency
  --seller <team id>        default: the first seller of the demo
  --delivery-type <type>    eTicket (default), mobile, mobile-link, paper, local-delivery, season-cards
  --split-type <type>       "No Preferences" (default), "Single Tickets", "Single Seats", "All Together",
                            "Avoid Leaving One Ticket", "Sell In Multiples"
  --multiple-sale-unit <n>  required with "Sell In Multiples"
  --quantity-limit <n>      maximum tickets per purchase
  --face-value <amount>     price printed on the ticket
  --in-hand-date <date>     default: today
  --external-id <text>      the seller's own reference
  --note <kind:text>        benefit, restriction or information; repeatable
  --general-admission, --hospitality, --instant-download, --hide-seats
  --delivery-details, --identification-details
                            required attendee details

Exit codes: 0 success · 1 rejected · 2 usage error`

const intro = 'Usage: npm run admin -- <command>'

/** The part of {@link usage} about the command that the arguments begin with; all of it when none matches. */
export function usageOf(args: readonly string[]): string {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const entries = commandEntries()
  const lengths = entries.map(({ command }) => matchedWords(command, words))
  const longest = Math.max(...lengths)
  if (longest === 0) return usage
  const found = entries.filter((_, at) => lengths[at] === longest).map(({ text }) => text)
  const options = words[0] === 'publish' ? usage.slice(usage.indexOf('\nOptions of publish')) : ''
  return [intro, '', ...found, options].join('\n').trimEnd()
}

interface Entry {
  /** The words of its line. */
  command: string[]
  /** Its line with the lines below that belong to it. */
  text: string
}

function commandEntries(): Entry[] {
  const [, commands = ''] = usage.split('\n\n')
  return commands.split(/\n(?= {2}\S)/).map((text) => ({
    command: text.trim().replaceAll(' | ', '|').split(/\s+/),
    text,
  }))
}

/** How many words the command and the arguments begin with together; `a|b` offers a choice. */
function matchedWords(command: readonly string[], words: readonly string[]): number {
  const end = words.findIndex((word, at) => command[at]?.split('|').includes(word) !== true)
  return end === -1 ? words.length : end
}

import { createNameIndexBuilder, type Meaning } from '@terrace/domain/search/name-index'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { understandListing } from './understand-listing.ts'

const meaning = (kind: Meaning['kind'], id: number, label: string): Meaning => ({
  kind,
  values: [String(id)],
  label,
})

const catalogue: readonly [Meaning, ...string[]][] = [
  [meaning('performer', 1, 'Arsenal'), 'The Gunners', 'AFC'],
  [meaning('performer', 2, 'Tottenham Hotspur'), 'Spurs', 'Tottenham'],
  [meaning('performer', 3, 'Manchester United'), 'Man U', 'Man Utd', 'MUFC'],
  [meaning('performer', 4, 'Manchester City'), 'Man City'],
  [meaning('performer', 5, 'Liverpool')],
  [meaning('performer', 6, 'Los Angeles Lakers'), 'Lakers'],
  [meaning('performer', 7, 'Boston Celtics'), 'Celtics'],
  [meaning('performer', 8, 'Coldplay')],
  [meaning('performer', 9, 'Chelsea')],
  [meaning('performer', 10, 'The 1975'), '1975'],
  [meaning('competition', 20, 'Champions League'), 'UCL'],
  [meaning('venue', 30, 'Emirates Stadium'), 'The Emirates', 'Emirates'],
  [meaning('venue', 31, 'Wembley Stadium'), 'Wembley'],
  [{ kind: 'city', values: ['London'], label: 'London' }],
  [{ kind: 'event', values: [], label: 'British Grand Prix' }],
]
const builder = createNameIndexBuilder()
for (const [of, ...others] of catalogue) for (const name of [of.label, ...others]) builder.add(name, of)
const names = builder.build()

const understand = (text: string) =>
  understandListing(text, { today: '2026-11-24', locale: 'en-GB', names, currency: 'GBP' })

/** 'Arsenal+Tottenham Hotspur || quantity=4 row=8 + leftover': the event, the cells, then what was not understood. */
function summaryOf(text: string): string {
  const { event, cells, unread } = understand(text)
  const shown = Object.entries(cells)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
  const rest = unread.map((word) => word.text).join(' ')
  return `${event.key.replaceAll(' ', '-')} ${shown}${rest === '' ? '' : ` + ${rest}`}`.trim()
}

test.each([
  [
    'Arsenal Spurs 4 x block 12 row 8 seats 101-104 £180 etickets now',
    'arsenal+tottenham-hotspur||| currency=GBP delivery=etickets in_hand=Y price=180 quantity=4 row=8 seats=101-104 section=block 12',
  ],
  [
    '2x Emirates Club level £250 each etix',
    'emirates-stadium||| currency=GBP delivery=etix price=250 quantity=2 section=club level',
  ],
  [
    'ManU v Liverpool 26 Dec, 3 tickets together, 104 row 22, 95 quid, mobile',
    'manchester-united+liverpool|2026-12-26|| currency=GBP delivery=mobile price=95 quantity=3 row=22 section=104',
  ],
  [
    'pair Lakers sec 112 row F $340 instant',
    'los-angeles-lakers||| currency=USD in_hand=Y instant=Y price=340 quantity=2 row=F section=sec 112',
  ],
  [
    'arsenal v man city 2 blk 97 r14 201-202 92.50 gbp',
    'arsenal+manchester-city||| currency=GBP price=92.50 quantity=2 row=14 seats=201-202 section=blk 97',
  ],
  [
    'Arsenal - Chelsea, 28/11, 4 x lower tier block 6, row 3, seats 60,61,62,63, £99, mobile transfer, in hand',
    'arsenal+chelsea|2026-11-28|| currency=GBP delivery=mobile transfer in_hand=Y price=99 quantity=4 row=3 seats=60,61,62,63 section=lower tier block 6',
  ],
  [
    'MUFC Liverpool 4 tix sec N1401 row 12 £110 ea pairs only',
    'manchester-united+liverpool||| currency=GBP price=110 quantity=4 row=12 section=sec n1401 split_rule=pairs only',
  ],
  [
    'Coldplay Wembley 2 standing £160 each eticket instant',
    'coldplay+wembley-stadium||| currency=GBP delivery=eticket in_hand=Y instant=Y price=160 quantity=2 section=standing',
  ],
  ['coldplay GA x 4 £120 pp', 'coldplay||| currency=GBP price=120 quantity=4 section=ga'],
  [
    'Celtics at Lakers 2 sec 205 row 10 $95 tm transfer',
    'boston-celtics+los-angeles-lakers|||away currency=USD delivery=tm transfer price=95 quantity=2 row=10 section=sec 205',
  ],
  [
    'Lakers Celtics 12/25 pair 112 row F seats 5-6 $400',
    'los-angeles-lakers+boston-celtics|2026-12-25|| currency=USD price=400 quantity=2 row=F seats=5-6 section=112',
  ],
  [
    'Spurs Chelsea 3 x block 104 row 22 seats 1-5 odd £85',
    'tottenham-hotspur+chelsea||| currency=GBP price=85 quantity=3 row=22 seats=1-5 section=block 104',
  ],
  [
    'Spurs Chelsea block 104 row 22 seats 2-8 evens £85 paper',
    'tottenham-hotspur+chelsea||| currency=GBP delivery=paper price=85 quantity=4 row=22 seats=2-8 section=block 104',
  ],
  [
    'Spurs Chelsea block 104 row 22 s12 £85',
    'tottenham-hotspur+chelsea||| currency=GBP price=85 row=22 seat_from=12 section=block 104',
  ],
  [
    'Arsenal Chelsea 2 pairs block 5 row 10 £140 each',
    'arsenal+chelsea||| currency=GBP price=140 quantity=4 row=10 section=block 5 split_rule=pairs',
  ],
  [
    'Arsenal Chelsea pair block 5 row 10 £280 for the pair',
    'arsenal+chelsea||| currency=GBP price=140.00 quantity=2 row=10 section=block 5',
  ],
  [
    'Arsenal Chelsea 3 block 5 row 10 £100 total',
    'arsenal+chelsea||| currency=GBP quantity=3 row=10 section=block 5',
  ],
  [
    'Arsenal Spurs parking pass £40 x1',
    'arsenal+tottenham-hotspur||| currency=GBP price=40 quantity=1 section=Parking',
  ],
  [
    'Arsenal Spurs 2 x upper 104 row 4 £75 cost £50 floor £65',
    'arsenal+tottenham-hotspur||| cost=50 currency=GBP floor=65 price=75 quantity=2 row=4 section=upper 104',
  ],
  [
    'Arsenal Spurs 2 x upper 104 row 4 paid 50 ask 75',
    'arsenal+tottenham-hotspur||| cost=50 price=75 quantity=2 row=4 section=upper 104',
  ],
  [
    'Arsenal Spurs 4 block 12 row 8 180 etickets',
    'arsenal+tottenham-hotspur||| delivery=etickets price=180 quantity=4 row=8 section=block 12',
  ],
  [
    'Arsenal Spurs four tickets block 12 €210 season cards',
    'arsenal+tottenham-hotspur||| currency=EUR delivery=season cards price=210 quantity=4 section=block 12',
  ],
  [
    'Arsenal Spurs qty 6 block 12 row 8 £150 no singles in hand from 1 Dec',
    'arsenal+tottenham-hotspur||| currency=GBP in_hand_date=2026-12-01 price=150 quantity=6 row=8 section=block 12 split_rule=no singles',
  ],
  [
    'Arsenal Spurs 6 block 12 row 8 £150 splits 2,4 2 days before',
    'arsenal+tottenham-hotspur||| currency=GBP price=150 quantity=6 row=8 section=block 12 split_list=2,4',
  ],
  [
    'Arsenal Spurs 6 block 12 row 8 £150 no split available 30 Nov',
    'arsenal+tottenham-hotspur||| currency=GBP in_hand_date=2026-11-30 price=150 quantity=6 row=8 section=block 12 split_rule=no split',
  ],
  [
    'Arsenal Spurs 6 block 12 row 8 £1,250.50 multiples of 3',
    'arsenal+tottenham-hotspur||| currency=GBP price=1250.50 quantity=6 row=8 section=block 12 split_rule=Sell In Multiples split_unit=3',
  ],
  [
    'Arsenal Spurs 2 block 12 row 8 £95 restricted view',
    'arsenal+tottenham-hotspur||| currency=GBP price=95 public_notes=restricted view quantity=2 row=8 section=block 12',
  ],
  [
    'Arsenal Spurs 2 block 12 row 8 £95 purple zebra',
    'arsenal+tottenham-hotspur||| currency=GBP price=95 quantity=2 row=8 section=block 12 + purple zebra',
  ],
  [
    'Arsenal Spurs 2 block 12 row 8 £95 hide seats',
    'arsenal+tottenham-hotspur||| currency=GBP hide_seats=Y price=95 quantity=2 row=8 section=block 12',
  ],
  [
    'Manchster United v Liverpol 2 block 12 £95',
    'manchester-united+liverpool||| currency=GBP price=95 quantity=2 section=block 12',
  ],
  [
    'UCL Arsenal tuesday 2 x block 12 £95',
    'champions-league+arsenal|2026-11-24|| currency=GBP price=95 quantity=2 section=block 12',
  ],
  [
    'British Grand Prix 2 x £395 paper',
    'british-grand-prix||| currency=GBP delivery=paper price=395 quantity=2',
  ],
  ['Arsenal v Spurs 28 Nov 3pm', 'arsenal+tottenham-hotspur|2026-11-28|15:00|'],
  ['2 x block 12 row 9 £170', 'currency=GBP price=170 quantity=2 row=9 section=block 12'],
  ['row 9 seats 14/15/16 £170 block 12', 'currency=GBP price=170 row=9 seats=14,15,16 section=block 12'],
  ['Chelsea away 2 tix £60 wallet', 'chelsea|||away currency=GBP delivery=wallet price=60 quantity=2'],
  [
    '4x Wembley club level block 204 row 5 £450 pkpass',
    'wembley-stadium||| currency=GBP delivery=pkpass price=450 quantity=4 row=5 section=club level block 204',
  ],
  [
    'single block 33 row 1 seat 7 £55 pdf Arsenal Chelsea',
    'arsenal+chelsea||| currency=GBP delivery=pdf price=55 quantity=1 row=1 seat_from=7 section=block 33',
  ],
  ['Arsenal/Spurs: 2 @ 95, blk12', 'arsenal+tottenham-hotspur||| price=95 quantity=2 section=blk 12'],
  [
    'Arsenal Spurs 2 block C row AA £95 will call',
    'arsenal+tottenham-hotspur||| currency=GBP delivery=will call price=95 quantity=2 row=AA section=block c',
  ],
  [
    'Arsenal Spurs 2 x block 12 row 8 SEATS 9 & 10 £95 E-Tickets NOW',
    'arsenal+tottenham-hotspur||| currency=GBP delivery=e-tickets in_hand=Y price=95 quantity=2 row=8 seats=9,10 section=block 12',
  ],
  ['Arsenal Spurs 3 x 1975 row 8', 'arsenal+tottenham-hotspur||| quantity=3 row=8 section=1975'],
  ['Arsenal Spurs 2 x 4 x block 12', 'arsenal+tottenham-hotspur||| quantity=2 section=block 12 + 4 x'],
  [
    'Arsenal Spurs section 12 row 8 seats 101 to 104 asking £180 each face value £60',
    'arsenal+tottenham-hotspur||| currency=GBP face_value=60 price=180 row=8 seats=101-104 section=section 12',
  ],
  [
    '2 tickets Arsenal Spurs longside lower block 4 row 12 seats 88-89 146 pounds mobile link',
    'arsenal+tottenham-hotspur||| currency=GBP delivery=mobile link price=146 quantity=2 row=12 seats=88-89 section=longside lower block 4',
  ],
  ['', ''],
  ['?!', ''],
])('%s', (text, expected) => {
  expect(summaryOf(text)).toBe(expected)
})

const notices = (text: string) => understand(text).notices.map(({ field, message }) => `${field} ${message}`)

test('guesses and contradictions are reported as texts', () => {
  expect(notices('Arsenal Spurs 4 block 12 180')).toEqual([
    'quantity was read from “4”; write 4 x to be sure',
    'price was read from “180”; write £180.00 to be sure',
  ])
  expect(notices('Arsenal Spurs 2 x 4 x block 12')).toEqual(['quantity says two things; “4 x” was not used'])
  expect(notices('Arsenal Chelsea pair £280 for the pair')).toEqual([
    'price is £140.00 per ticket, from £280.00 in total',
  ])
  expect(notices('Arsenal Chelsea 3 x £100 total')).toEqual([
    'price £100.00 in total cannot be divided; write the price of one ticket',
  ])
  expect(notices('Arsenal Spurs 4 x block 12 row 8 seats 101-104 £180 etickets now')).toEqual([])
})

test('a dollar sign means the dollars of the team', () => {
  const cells = (currency: string) =>
    understandListing('pair $340', { today: '2026-11-24', names, currency }).cells.currency
  expect(['GBP', 'USD', 'CAD'].map(cells)).toEqual(['USD', 'USD', 'CAD'])
})

test('who plays at home is understood', () => {
  const side = (text: string) => understand(text).event.side
  expect(['Spurs @ Arsenal', 'Chelsea away', 'Arsenal home', 'Arsenal v Spurs'].map(side)).toEqual([
    'away',
    'away',
    'home',
    null,
  ])
})

test('days before the event are kept until the event is known', () => {
  expect(understand('2 x £50 in hand 2 days before').inHandDaysBefore).toBe(2)
  expect(understand('2 x £50 available a week before').inHandDaysBefore).toBe(7)
  expect(understand('2 x £50 on the day').inHandDaysBefore).toBe(0)
})

const terms: readonly (readonly [text: string, cells: Record<string, string>])[] = [
  ['4 x', { quantity: '4' }],
  ['block 12', { section: 'block 12' }],
  ['row 8', { row: '8' }],
  ['seats 101-104', { seats: '101-104' }],
  ['£180', { price: '180', currency: 'GBP' }],
  ['etickets', { delivery: 'etickets' }],
  ['in hand', { in_hand: 'Y' }],
  ['no singles', { split_rule: 'no singles' }],
  ['cost £120', { cost: '120', currency: 'GBP' }],
  ['floor £150', { floor: '150', currency: 'GBP' }],
]

test('the parts of a listing are understood in any order, whatever is between them', () => {
  const separator = fc.constantFrom(' ', ', ', ' - ', '; ', '  ', ' / ')
  fc.assert(
    fc.property(fc.shuffledSubarray([...terms]), separator, fc.boolean(), (chosen, between, isLoud) => {
      const text = ['Arsenal v Spurs', ...chosen.map(([term]) => term)].join(between)
      const { cells, event, unread } = understand(isLoud ? text.toUpperCase() : text)
      const lower = Object.fromEntries(
        Object.entries(cells).map(([name, value]) => [
          name,
          name === 'currency' ? value : value.toLowerCase(),
        ]),
      )
      expect(lower).toEqual(
        Object.fromEntries(
          chosen.flatMap(([, values]) =>
            Object.entries(values).map(([name, value]) => [
              name,
              name === 'currency' ? value : value.toLowerCase(),
            ]),
          ),
        ),
      )
      expect([event.names.length, unread]).toEqual([2, []])
    }),
  )
})

test('any text is read without an error, and no character belongs to two parts', () => {
  const word = fc.oneof(
    fc.constantFrom(
      ...terms.map(([term]) => term),
      'Arsenal',
      'Spurs',
      '26 Dec',
      '12/25',
      'pair',
      '7pm',
      '"',
      '@',
    ),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.integer({ min: 0, max: 99_999 }).map(String),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 25 }), (words) => {
      const text = words.join(' ')
      const { parts } = understand(text)
      let end = 0
      for (const { from, to, label } of parts) {
        expect(from).toBeGreaterThanOrEqual(end)
        expect(to).toBeGreaterThan(from)
        expect(label).not.toBe('')
        end = to
      }
      expect(end).toBeLessThanOrEqual(text.length)
    }),
  )
})

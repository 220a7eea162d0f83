import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gbp } from '#web/test/factories.ts'
import { wireFeed, wireListing } from '#web/test/stock-factories.ts'
import { feedRequest } from '#web/features/listings/filters/feed-request.ts'
import { applyFeedChanges } from './apply-feed-changes.ts'
import { compareListings } from './listing-order.ts'
import { movedListings, movedText } from './moved-listings.ts'

const cheapFirst = { order_by: 'price', sort_order: 'asc' } as const
const listing = (id: string, price: number, quantity = 4) =>
  wireListing({ id: `lst_${id}`, proceed_price: gbp(`${price}.00`), available: quantity })

/** The list after these price changes, and the prices it was sorted by. */
function afterChange(changed: Record<string, number>) {
  const sorted = ['a', 'b', 'c', 'd'].map((id, index) => listing(id, 100 + 10 * index))
  const listings = sorted.map((each) => {
    const price = changed[each.id.slice(4)]
    return price === undefined ? each : listing(each.id.slice(4), price)
  })
  const previous = new Map(
    sorted.filter((each, index) => each !== listings[index]).map((each) => [each.id, each]),
  )
  return { listings, previous }
}

test.each([
  ['a listing that fell below those above it', { c: 95 }, ['lst_c'], '1 cheaper listing'],
  ['two listings that fell', { c: 95, d: 90 }, ['lst_c', 'lst_d'], '2 cheaper listings'],
  ['a listing that rose above those below it', { a: 115 }, ['lst_a'], '1 listing moved'],
  ['one that fell and one that rose', { a: 125, d: 90 }, ['lst_a', 'lst_d'], '2 listings moved'],
])('%s is out of order', (_what, changed, ids, text) => {
  const { listings, previous } = afterChange(changed)
  const moved = movedListings(listings, previous, cheapFirst)
  expect([...moved.rows.keys()]).toEqual(ids)
  expect(movedText(moved)).toBe(text)
})

test.each([
  ['the first listing became cheaper', { a: 90 }],
  ['the last listing became more expensive', { d: 300 }],
  ['a price stays between its neighbours', { b: 112 }],
  ['every price fell and the order is the same', { a: 50, b: 60, c: 70, d: 80 }],
])('nothing is out of order when %s', (_what, changed) => {
  const { listings, previous } = afterChange(changed)
  expect(movedListings(listings, previous, cheapFirst).rows.size).toBe(0)
})

test('with the highest price first, a price that falls moves down and is still called cheaper', () => {
  const moved = movedListings(
    [listing('a', 110), listing('b', 120)],
    new Map([['lst_a', listing('a', 130)]]),
    {
      order_by: 'price',
      sort_order: 'desc',
    },
  )
  expect(movedText(moved)).toBe('1 cheaper listing')
})

test('in another order than the price, only the number of moved listings is named', () => {
  const previous = new Map([['lst_b', listing('b', 110, 4)]])
  const moved = movedListings([listing('a', 100, 3), listing('b', 110, 2)], previous, {
    order_by: 'quantity',
    sort_order: 'asc',
  })
  expect(moved.rows.get('lst_b')).toEqual({ previousPrice: null })
  expect(movedText(moved)).toBe('1 listing moved')
})

test('when every listing changed, the fewest that have to move are named', () => {
  const { listings, previous } = afterChange({ a: 300, b: 90, c: 95, d: 99 })
  const moved = movedListings(listings, previous, cheapFirst)
  expect([...moved.rows.keys()]).toEqual(['lst_a'])
  expect(movedText(moved)).toBe('1 listing moved')
})

test('a listing that now costs the same as its neighbours stays', () => {
  const { listings, previous } = afterChange({ b: 120, d: 120 })
  expect(movedListings(listings, previous, cheapFirst).rows.size).toBe(0)
})

test('a listing between its unchanged neighbours is in place, even when another row is not', () => {
  // The first row was inserted there.
  const listings = [listing('new', 125), listing('b', 110), listing('c', 119), listing('d', 130)]
  const moved = movedListings(listings, new Map([['lst_c', listing('c', 120)]]), cheapFirst)
  expect(moved.rows.size).toBe(0)
})

test('one unchanged listing stays, and all that became cheaper than it are named', () => {
  const { listings, previous } = afterChange({ b: 50, c: 60, d: 70 })
  expect(movedText(movedListings(listings, previous, cheapFirst))).toBe('3 cheaper listings')
})

const request = feedRequest({ id: 17, performers: [] }, {})
const noChanges = { requestedIds: [], found: [], added: [], held: new Set<string>() }
const idsOf = ({ pages }: ReturnType<typeof applyFeedChanges>) =>
  pages.flatMap(({ data }) => data.map(({ id }) => id.slice(4)))

test('a new listing is inserted by the rows that are in order, not by one that changed earlier', () => {
  const page = wireFeed([listing('a', 120), listing('b', 110), listing('c', 130)])
  const changes = { ...noChanges, added: [listing('new', 115)], isOutdated: (id: string) => id === 'lst_b' }
  expect(idsOf(applyFeedChanges([page], changes, request))).toEqual(['new', 'a', 'b', 'c'])
})

test('a price that another exchange rate changed counts as changed, although its version is the same', () => {
  const page = wireFeed([listing('a', 100), listing('b', 110)])
  const changes = { ...noChanges, requestedIds: ['lst_b'], found: [listing('b', 95)] }
  const { pages, previous } = applyFeedChanges([page], changes, request)
  const moved = movedListings(
    pages.flatMap(({ data }) => data),
    previous,
    cheapFirst,
  )
  expect(movedText(moved)).toBe('1 cheaper listing')
})

test('a listing after all others is added when the list has become shorter than the loaded pages', () => {
  const pages = [listing('a', 100), listing('b', 110)].map((each, index) =>
    wireFeed([each], { page: index + 1, last_page: 1 }),
  )
  const changes = { ...noChanges, added: [listing('new', 200)] }
  expect(idsOf(applyFeedChanges(pages, changes, request))).toEqual(['a', 'b', 'new'])
})

/** A change of the listing at a place, or a new one. */
const update = fc.record({
  place: fc.nat(11),
  price: fc.integer({ min: 90, max: 160 }),
  isNew: fc.boolean(),
})

test('after any changes and new listings, those that are not named as moved are in order', () => {
  fc.assert(
    fc.property(fc.array(fc.array(update, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), (rounds) => {
      let pages = [wireFeed(['a', 'b', 'c', 'd'].map((id, index) => listing(id, 100 + 10 * index)))]
      let previous = new Map<string, ReturnType<typeof listing>>()
      for (const [round, updates] of rounds.entries()) {
        const rows = pages.flatMap(({ data }) => data)
        const changed = new Map(
          updates
            .filter(({ isNew }) => !isNew)
            .map(({ place, price }) => [rows[place % rows.length]?.id ?? '', price]),
        )
        const result = applyFeedChanges(
          pages,
          {
            ...noChanges,
            requestedIds: [...changed.keys()],
            found: [...changed].map(([id, price]) => listing(id.slice(4), price)),
            added: updates
              .filter(({ isNew }) => isNew)
              .map(({ price }, index) => listing(`new-${round}-${index}`, price)),
            isOutdated: (id) => previous.has(id),
          },
          request,
        )
        pages = result.pages
        previous = new Map([...result.previous, ...previous])
      }
      const listings = pages.flatMap(({ data }) => data)
      const moved = movedListings(listings, previous, cheapFirst)
      const rest = listings.filter(({ id }) => !moved.rows.has(id))
      for (const [index, next] of rest.slice(1).entries()) {
        const before = rest[index]
        expect(before && compareListings(before, next, cheapFirst)).toBeLessThanOrEqual(0)
      }
    }),
  )
})

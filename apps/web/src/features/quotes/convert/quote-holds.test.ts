import { expect, test } from 'vitest'
import { wireHold } from '#web/test/stock-factories.ts'
import { holdsOfQuote } from './quote-holds.ts'

const quote = (id: string) => ({ id, offers: [{ listing_id: 'lst_1' }] })

test('[X-QUOTE-26] a quote uses its own holds and unassigned ones, never another quote’s', () => {
  const holds = [
    wireHold({ hold_id: 'hld_1', quote_ref: 'qt_1' }),
    wireHold({ hold_id: 'hld_2', quote_ref: 'qt_2' }),
    wireHold({ hold_id: 'hld_3' }),
    wireHold({ hold_id: 'hld_4', listing_id: 'lst_2' }),
  ]
  const holdIdsOf = (id: string) => holdsOfQuote(quote(id), holds).map(({ hold_id }) => hold_id)
  expect(holdIdsOf('qt_1')).toEqual(['hld_1', 'hld_3'])
  expect(holdIdsOf('qt_2')).toEqual(['hld_2', 'hld_3'])
})

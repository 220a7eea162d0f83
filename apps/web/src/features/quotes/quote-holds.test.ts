import { expect, test } from 'vitest'
import { wireHold } from '#web/test/stock-factories.ts'
import { holdsOfQuote } from './quote-holds.ts'

const quote = (id: string) => ({ id, offers: [{ listing_id: 'lst_1' }] })

test('[X-QUOTE-26] of two quotes of one listing, each is bought with what is held for itself or for none', () => {
  const holds = [
    wireHold({ hold_id: 'hld_1', quote_ref: 'qt_1' }),
    wireHold({ hold_id: 'hld_2', quote_ref: 'qt_2' }),
    wireHold({ hold_id: 'hld_3' }),
    wireHold({ hold_id: 'hld_4', listing_id: 'lst_2' }),
  ]
  const of = (id: string) => holdsOfQuote(quote(id), holds).map(({ hold_id }) => hold_id)
  expect(of('qt_1')).toEqual(['hld_1', 'hld_3'])
  expect(of('qt_2')).toEqual(['hld_2', 'hld_3'])
})

import { attentionRoutes } from '@terrace/contracts/attention'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { ordersRoutes } from '@terrace/contracts/orders'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { sellerAccountRoutes } from '@terrace/contracts/seller-account'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { expect, test } from 'vitest'
import { routeKeys } from './data-keys.ts'

test('the keys are the names of their routes, so that live updates reach their queries', () => {
  expect(routeKeys).toEqual({
    orders: ordersRoutes.list.name,
    order: ordersRoutes.one.name,
    quote: quotesRoutes.one.name,
    checkoutDraft: checkoutDraftRoutes.read.name,
    checkoutAttempt: checkoutRoutes.attempt.name,
    attention: attentionRoutes.read.name,
    profileCounts: workspaceRoutes.profileCounts.name,
    sellerAccount: sellerAccountRoutes.read.name,
  })
})

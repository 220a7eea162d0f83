import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { formatInstant } from '@terrace/domain/dates'
import { formatMoney } from '@terrace/domain/money'
import { orderState, orderStateLabel } from '@terrace/domain/order-lifecycle'
import { formatTickets } from '@terrace/domain/tickets'
import { terminalCaller } from '../audit/caller.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import type { FilesFailure } from '../files/file-store.port.ts'
import {
  cancelLines,
  deliverTickets,
  findOrderByNumber,
  lineTotal,
  payRefundOtherwise,
  placeOf,
  retryRefund,
  whenAndWhere,
  type Delivery,
  type Order,
} from '../modules/orders/index.ts'
import { readDisputes, type KeptDispute } from '../modules/payments/index.ts'
import { AppError, invalidInput } from '../shared/app-error.ts'
import type { Ids } from '../shared/ids.ts'
import type { AdminValues } from './admin-options.ts'

/** What the operator does about an order. */
export type OrdersWish =
  | { kind: 'show'; number: string }
  | { kind: 'deliver'; lineId: string; what: WhatToDeliver; ticket: number | undefined }
  | { kind: 'cancel'; target: string; reason: string; isBackOnSale: boolean; takesDelivered: boolean }
  | { kind: 'retry_refund'; refundId: string }
  | { kind: 'pay_refund_otherwise'; refundId: string; how: string }

type WhatToDeliver = { kind: 'files'; paths: readonly string[] } | Exclude<Delivery, { kind: 'files' }>

/** The commands about orders with the options that they take, or in words what is wrong with them. */
export function readOrdersWish(
  [command, target, ...paths]: string[],
  values: AdminValues,
): { wish: OrdersWish; options: string[] } | string {
  if (command === 'deliver') return readDelivery(target, paths, values)
  if (paths.length > 0) return `${command} takes one order at a time: ${paths.join(' ')} is too much`
  if (command === 'order') {
    if (target === undefined || !/^\d+$/.test(target)) return 'order needs the number of an order'
    return { wish: { kind: 'show', number: target }, options: [] }
  }
  if (command === 'refund') return readRefund(target, values)
  if (target === undefined || !/^(\d+|oln_\w+)$/.test(target))
    return 'cancel needs the id of an order line, such as oln_4fG7…, or the number of a whole order'
  const { reason, 'back-on-sale': isBackOnSale = false, delivered: takesDelivered = false } = values
  if (reason === undefined) return 'cancel needs --reason, which the buyer will read'
  if (isBackOnSale && takesDelivered) return 'what is delivered cannot go --back-on-sale'
  return {
    wish: { kind: 'cancel', target, reason, isBackOnSale, takesDelivered },
    options: ['reason', 'back-on-sale', 'delivered'],
  }
}

function readRefund(
  refundId: string | undefined,
  { retry, 'paid-otherwise': how }: AdminValues,
): { wish: OrdersWish; options: string[] } | string {
  if (refundId === undefined || !/^rfd_\w+$/.test(refundId))
    return 'refund needs the id of a refund, such as rfd_4fG7…; `order <number>` shows them'
  if ((retry === true) === (how !== undefined)) return 'refund takes --retry or --paid-otherwise'
  return how === undefined
    ? { wish: { kind: 'retry_refund', refundId }, options: ['retry'] }
    : { wish: { kind: 'pay_refund_otherwise', refundId, how }, options: ['paid-otherwise'] }
}

function readDelivery(
  lineId: string | undefined,
  paths: readonly string[],
  { link, transfer, tracking, ticket }: AdminValues,
): { wish: OrdersWish; options: string[] } | string {
  if (lineId === undefined || !/^oln_\w+$/.test(lineId))
    return 'deliver needs the id of an order line, such as oln_4fG7…; `order <number>` shows them'
  if (ticket !== undefined && !/^[1-9]\d{0,3}$/.test(ticket)) return '--ticket: must be a whole number from 1'
  const ways: WhatToDeliver[] = [
    ...(paths.length > 0 ? [{ kind: 'files' as const, paths }] : []),
    ...(link === undefined ? [] : [{ kind: 'mobile_link' as const, url: link }]),
    ...(transfer === undefined ? [] : [{ kind: 'transfer' as const, reference: transfer }]),
    ...(tracking === undefined ? [] : [{ kind: 'tracking' as const, reference: tracking }]),
  ]
  const [what, ...others] = ways
  if (!what || others.length > 0) return 'deliver takes files, or one of --link, --transfer and --tracking'
  return {
    wish: { kind: 'deliver', lineId, what, ticket: ticket === undefined ? undefined : Number(ticket) },
    options: ['link', 'transfer', 'tracking', 'ticket'],
  }
}

interface OrdersDeps {
  db: Db
  ids: Ids
  config: Config
}

const notFound = (number: string) =>
  new AppError('order.not_found', { status: 404, title: `There is no order ${number}` })

function tellFailure({ call, reason }: FilesFailure): void {
  console.error(`The file store failed (${call}: ${reason})`)
}

/** Does what is wished, and says what came of it. */
export async function tendOrders(deps: OrdersDeps, wish: OrdersWish): Promise<string> {
  const actor = `operator:${terminalCaller().userAgent}`
  switch (wish.kind) {
    case 'show':
      return show(deps.db, wish.number)
    case 'deliver': {
      // The composition root knows where files are kept; no other command needs all that it brings.
      const { createFileStore } = await import('../deps.ts')
      const { lineId, what, ticket } = wish
      const { isFulfilled, delivered, quantity } = await deliverTickets(
        { ...deps, files: createFileStore(deps.config, tellFailure) },
        { lineId, delivery: await readDelivered(what), ticket, actor },
      )
      return isFulfilled
        ? `${lineId} is fulfilled; the buyer is told`
        : `${delivered} of ${formatTickets(quantity)} of ${lineId} are delivered`
    }
    case 'retry_refund':
      await retryRefund(deps, wish)
      return `${wish.refundId} is asked for once more`
    case 'pay_refund_otherwise':
      await payRefundOtherwise(deps, wish)
      return `${wish.refundId} is booked as paid; the buyer is told`
    default: {
      const { target, ...how } = wish
      const which = target.startsWith('oln_')
        ? { lineId: target }
        : { orderId: (await orderOf(deps.db, target)).id }
      const refunds = await cancelLines(deps, { ...how, which, actor })
      return refunds
        .map(({ lineId, amount }) => `${lineId} is cancelled; ${formatMoney(amount)} go back to the buyer`)
        .join('\n')
    }
  }
}

async function orderOf(db: Db, number: string): Promise<Order> {
  const order = await findOrderByNumber(db, number)
  if (!order) throw notFound(number)
  return order
}

async function show(db: Db, number: string): Promise<string> {
  const order = await orderOf(db, number)
  const disputes = await readDisputes(db, order.attemptId)
  return [
    `Order ${number}, ${orderStateLabel(orderState(order.lines))}, ${formatMoney(order.total)}, ${order.email}`,
    ...order.lines.map((line) => {
      const { facts, quantity } = line
      return [
        `${line.id}  ${orderStateLabel(line.state)}`,
        facts.eventTitle,
        whenAndWhere(facts),
        placeOf(facts),
        formatTickets(quantity),
        formatMoney(lineTotal(line)),
        `sold by ${facts.sellerName}`,
      ].join(', ')
    }),
    ...order.refunds.map(({ id, lineId, state, amount, gatewayRefundId, paidOtherwise }) =>
      [
        `${id}  Refund of ${lineId}`,
        state,
        formatMoney(amount),
        ...(gatewayRefundId === null ? [] : [gatewayRefundId]),
        ...(paidOtherwise === null ? [] : [paidOtherwise]),
      ].join(', '),
    ),
    ...disputes.map((dispute) =>
      [
        `${dispute.disputeId}  Disputed, ${dispute.reason}`,
        stateOfDispute(dispute),
        formatMoney(dispute.amount),
        ...(dispute.withheld.minor === 0
          ? []
          : [`${formatMoney(dispute.withheld)} ${dispute.state === 'lost' ? 'gone' : 'withheld'}`]),
      ].join(', '),
    ),
  ].join('\n')
}

function stateOfDispute({ state, respondBy }: KeptDispute): string {
  if (state !== 'open') return state
  if (respondBy === null) return 'with the bank'
  return `needs a response by ${formatInstant(respondBy)}`
}

async function readDelivered(what: WhatToDeliver): Promise<Delivery> {
  if (what.kind !== 'files') return what
  const files = await Promise.all(
    what.paths.map(async (path) => {
      try {
        return { name: basename(path), bytes: await readFile(path) }
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        throw invalidInput({ files: [`${path} cannot be read: ${text}`] })
      }
    }),
  )
  return { kind: 'files', files }
}

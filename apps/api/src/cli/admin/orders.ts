import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { formatInstant } from '@terrace/domain/time/dates'
import { formatMoney } from '@terrace/domain/money/money'
import { orderState, orderStateLabel } from '@terrace/domain/lifecycles/order-lifecycle'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { terminalActor } from '#api/audit/actor.ts'
import { operatorName } from '#api/audit/caller.ts'
import type { Config } from '#api/config/config.ts'
import type { Db } from '#api/db/client.ts'
import type { FileStoreFailure } from '#api/files/file-store.port.ts'
import {
  cancelLines,
  deliverTickets,
  findOrderByNumber,
  lineTotal,
  recordManualRefund,
  seatLabel,
  retryRefund,
  whenAndWhere,
  type Delivery,
  type Order,
} from '#api/modules/orders/index.ts'
import { readDisputes, type StoredDispute } from '#api/modules/payments/index.ts'
import { AppError, invalidInput } from '#api/shared/app-error.ts'
import type { Ids } from '#api/shared/ids.ts'
import { printable } from '#api/shared/text/printable.ts'
import type { AdminValues, ParsedCommand } from './options.ts'

/** Commands for orders. */
export type OrderCommand =
  | { kind: 'show'; number: string }
  | { kind: 'deliver'; lineId: string; input: DeliveryInput; ticket: number | undefined }
  | { kind: 'cancel'; target: string; reason: string; relist: boolean; includesDelivered: boolean }
  | { kind: 'retry_refund'; refundId: string }
  | { kind: 'record_manual_refund'; refundId: string; note: string }

type DeliveryInput = { kind: 'files'; paths: readonly string[] } | Exclude<Delivery, { kind: 'files' }>

/** Parses a command and the options it takes; returns an error message if it is invalid. */
export function parseOrderCommand(
  [command, target, ...paths]: string[],
  values: AdminValues,
): ParsedCommand<OrderCommand> {
  if (command === 'deliver') return parseDeliverCommand(target, paths, values)
  if (paths.length > 0) return `unexpected argument: ${paths.join(' ')}`
  if (command === 'order') {
    if (target === undefined || !/^\d+$/.test(target)) return 'order needs an order number'
    return { request: { kind: 'show', number: target }, options: [] }
  }
  if (command === 'refund') return parseRefundCommand(target, values)
  if (target === undefined || !/^(\d+|oln_\w+)$/.test(target))
    return 'cancel needs an order line id, such as oln_4fG7…, or an order number'
  const { reason, relist = false, delivered: includesDelivered = false } = values
  if (reason === undefined) return 'cancel needs --reason, which is shown to the buyer'
  if (relist && includesDelivered)
    return 'delivered tickets can’t be relisted: use either --relist or --delivered'
  return {
    request: { kind: 'cancel', target, reason, relist, includesDelivered },
    options: ['reason', 'relist', 'delivered'],
  }
}

function parseRefundCommand(
  refundId: string | undefined,
  { retry, 'paid-manually': note }: AdminValues,
): ParsedCommand<OrderCommand> {
  if (refundId === undefined || !/^rfd_\w+$/.test(refundId))
    return 'refund needs a refund id, such as rfd_4fG7…; `order <number>` lists them'
  if ((retry === true) === (note !== undefined)) return 'refund needs --retry or --paid-manually'
  return note === undefined
    ? { request: { kind: 'retry_refund', refundId }, options: ['retry'] }
    : { request: { kind: 'record_manual_refund', refundId, note }, options: ['paid-manually'] }
}

function parseDeliverCommand(
  lineId: string | undefined,
  paths: readonly string[],
  { link, transfer, tracking, ticket }: AdminValues,
): ParsedCommand<OrderCommand> {
  if (lineId === undefined || !/^oln_\w+$/.test(lineId))
    return 'deliver needs an order line id, such as oln_4fG7…; `order <number>` lists them'
  if (ticket !== undefined && !/^[1-9]\d{0,3}$/.test(ticket)) return '--ticket: must be a whole number from 1'
  const ways: DeliveryInput[] = [
    ...(paths.length > 0 ? [{ kind: 'files' as const, paths }] : []),
    ...(link === undefined ? [] : [{ kind: 'mobile_link' as const, url: link }]),
    ...(transfer === undefined ? [] : [{ kind: 'transfer' as const, reference: transfer }]),
    ...(tracking === undefined ? [] : [{ kind: 'tracking' as const, reference: tracking }]),
  ]
  const [input, ...others] = ways
  if (!input || others.length > 0) return 'deliver needs files, or one of --link, --transfer and --tracking'
  return {
    request: { kind: 'deliver', lineId, input, ticket: ticket === undefined ? undefined : Number(ticket) },
    options: ['link', 'transfer', 'tracking', 'ticket'],
  }
}

interface OrdersDeps {
  db: Db
  ids: Ids
  config: Config
}

const notFound = (number: string) =>
  new AppError('order.not_found', { status: 404, title: `Order ${number} not found` })

function reportFailure({ call, reason }: FileStoreFailure): void {
  console.error(`file store error (${call}: ${reason})`)
}

/** Runs the command and returns its output. */
export async function manageOrders(deps: OrdersDeps, request: OrderCommand): Promise<string> {
  const actor = `operator:${operatorName()}`
  const by = terminalActor()
  switch (request.kind) {
    case 'show':
      return show(deps.db, request.number)
    case 'deliver': {
      // Loaded on demand: only this command needs the composition root.
      const { createFileStore } = await import('#api/deps.ts')
      const { lineId, input, ticket } = request
      const { isFullyDelivered, delivered, quantity } = await deliverTickets(
        { ...deps, files: createFileStore(deps.config, reportFailure) },
        { lineId, delivery: await readDelivery(input), ticketNumber: ticket, actor, by },
      )
      return isFullyDelivered
        ? `${lineId} delivered; the buyer is notified`
        : `${delivered} of ${formatTickets(quantity)} of ${lineId} delivered`
    }
    case 'retry_refund':
      await retryRefund(deps, { ...request, by })
      return `${request.refundId} retried`
    case 'record_manual_refund':
      await recordManualRefund(deps, { ...request, by })
      return `${request.refundId} recorded as paid; the buyer is notified`
    case 'cancel': {
      const { target, reason, relist, includesDelivered } = request
      const lines = target.startsWith('oln_')
        ? { lineId: target }
        : { orderId: (await orderOf(deps.db, target)).id }
      const refunds = await cancelLines(deps, { target: lines, reason, relist, includesDelivered, actor, by })
      return refunds
        .map(({ lineId, amount }) => `${lineId} cancelled; the buyer is refunded ${formatMoney(amount)}`)
        .join('\n')
    }
    default:
      return request satisfies never
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
      const { snapshot, quantity } = line
      return [
        `${line.id}  ${orderStateLabel(line.state)}`,
        snapshot.eventTitle,
        whenAndWhere(snapshot),
        seatLabel(snapshot),
        formatTickets(quantity),
        formatMoney(lineTotal(line)),
        `sold by ${snapshot.sellerName}`,
      ].join(', ')
    }),
    ...order.refunds.map(({ id, lineId, state, amount, gatewayRefundId, manualPaymentNote }) =>
      [
        `${id}  Refund of ${lineId}`,
        state,
        formatMoney(amount),
        ...(gatewayRefundId === null ? [] : [gatewayRefundId]),
        ...(manualPaymentNote === null ? [] : [manualPaymentNote]),
      ].join(', '),
    ),
    ...disputes.map((dispute) =>
      [
        `${dispute.disputeId}  Disputed, ${dispute.reason}`,
        stateOfDispute(dispute),
        formatMoney(dispute.amount),
        ...(dispute.withheld.minor === 0
          ? []
          : [`${formatMoney(dispute.withheld)} ${dispute.state === 'lost' ? 'withdrawn' : 'withheld'}`]),
      ].join(', '),
    ),
  ]
    .map(printable)
    .join('\n')
}

function stateOfDispute({ state, respondBy }: StoredDispute): string {
  if (state !== 'open') return state
  if (respondBy === null) return 'with the bank'
  return `needs a response by ${formatInstant(respondBy)}`
}

async function readDelivery(input: DeliveryInput): Promise<Delivery> {
  if (input.kind !== 'files') return input
  const files = await Promise.all(
    input.paths.map(async (path) => {
      try {
        return { name: basename(path), bytes: await readFile(path) }
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        throw invalidInput({ files: [`cannot read ${path}: ${text}`] })
      }
    }),
  )
  return { kind: 'files', files }
}

import { money } from '@terrace/domain/money/money'
import { expect, test } from 'vitest'
import type { GatewayErrorCode, PaymentGateway, PaymentState } from './payments.port.ts'

export interface GatewayUnderTest {
  gateway: PaymentGateway
  /** Completes the bank challenge at the URL of `nextAction`, as the buyer would. */
  completeChallenge(url: string, result: 'approve' | 'fail'): Promise<void>
  /** The bank that receives refunds. */
  refundBank: {
    /** Leaves the next refund pending. */
    delayNext(): void
    decide(refundId: string, outcome: 'succeeded' | 'failed'): Promise<void>
  }
}

const price = money(51_06, 'GBP')
const returnUrl = '/checkout/confirm?attempt=att_1'

let count = 0
function nextKey(): string {
  count += 1
  return `suite-${process.pid}-${count}`
}

/** Registers the contract tests for a payment gateway (product.md §6). */
export function testPaymentGateway(fixture: () => GatewayUnderTest): void {
  const createPayment = (amount = price) =>
    fixture().gateway.createPayment({
      amount,
      idempotencyKey: nextKey(),
      description: 'Order in a test',
      metadata: { attempt: 'att_1' },
    })
  async function confirm(paymentMethod: string, gatewayPaymentId?: string): Promise<PaymentState> {
    return fixture().gateway.confirmPayment({
      gatewayPaymentId: gatewayPaymentId ?? (await createPayment()).gatewayPaymentId,
      paymentMethod,
      returnUrl,
      idempotencyKey: nextKey(),
    })
  }
  async function capturePayment(): Promise<string> {
    const { gatewayPaymentId } = await confirm('pm_card_visa')
    await fixture().gateway.capturePayment({ gatewayPaymentId, idempotencyKey: nextKey() })
    return gatewayPaymentId
  }
  const refund = (gatewayPaymentId: string, minor?: number, idempotencyKey = nextKey()) =>
    fixture().gateway.refundPayment({
      gatewayPaymentId,
      idempotencyKey,
      ...(minor !== undefined && { amount: money(minor, 'GBP') }),
    })
  const rejection = (code: GatewayErrorCode) =>
    expect.objectContaining({ name: 'GatewayRejected', code, retryable: false })

  test('a new payment charges nothing and waits for a card', async () => {
    const payment = await createPayment()
    expect(payment).toEqual({
      gatewayPaymentId: expect.stringMatching(/^pi_/),
      status: 'requires_payment_method',
      lastError: null,
      amount: price,
      amountRefunded: money(0, 'GBP'),
      card: null,
    })
    expect(await fixture().gateway.retrievePayment(payment.gatewayPaymentId)).toEqual(payment)
  })

  test('a valid card is authorised first and charged by the capture', async () => {
    const authorised = await confirm('pm_card_mastercard')
    expect(authorised).toMatchObject({
      status: 'requires_capture',
      card: { brand: 'mastercard', last4: '4444' },
    })
    const { gatewayPaymentId } = authorised
    const paid = await fixture().gateway.capturePayment({ gatewayPaymentId, idempotencyKey: nextKey() })
    expect(paid).toMatchObject({ gatewayPaymentId, status: 'succeeded', amount: price })
    expect(await fixture().gateway.retrievePayment(gatewayPaymentId)).toEqual(paid)
  })

  test('a declined card gives the reason, and another card can be tried', async () => {
    const declined = await confirm('pm_card_visa_chargeDeclinedInsufficientFunds')
    expect(declined).toMatchObject({
      status: 'requires_payment_method',
      lastError: { code: 'card_declined', declineCode: 'insufficient_funds', message: expect.any(String) },
      card: { brand: 'visa', last4: '9995' },
    })
    expect(await fixture().gateway.retrievePayment(declined.gatewayPaymentId)).toEqual(declined)
    expect(await confirm('pm_card_visa', declined.gatewayPaymentId)).toMatchObject({
      status: 'requires_capture',
      card: { last4: '4242' },
    })
  })

  test('a bank challenge redirects the buyer, and its approval authorises the payment', async () => {
    const pending = await confirm('pm_card_threeDSecure2Required')
    if (pending.status !== 'requires_action') throw new Error(`no challenge but ${pending.status}`)
    await fixture().completeChallenge(pending.nextAction.url, 'approve')
    expect(await fixture().gateway.retrievePayment(pending.gatewayPaymentId)).toMatchObject({
      status: 'requires_capture',
      card: { last4: '3220' },
    })
  })

  test('a buyer who fails the bank challenge has paid nothing and may try again', async () => {
    const pending = await confirm('pm_card_authenticationRequired')
    if (pending.status !== 'requires_action') throw new Error(`no challenge but ${pending.status}`)
    await fixture().completeChallenge(pending.nextAction.url, 'fail')
    expect(await fixture().gateway.retrievePayment(pending.gatewayPaymentId)).toMatchObject({
      status: 'requires_payment_method',
      lastError: { code: 'payment_intent_authentication_failure' },
    })
    expect(await confirm('pm_card_visa', pending.gatewayPaymentId)).toMatchObject({
      status: 'requires_capture',
    })
  })

  test('cancelling voids an authorised payment, which can then be neither captured nor confirmed', async () => {
    const { gatewayPaymentId } = await confirm('pm_card_visa')
    const call = () => ({ gatewayPaymentId, idempotencyKey: nextKey() })
    expect(await fixture().gateway.cancelPayment(call())).toMatchObject({ status: 'canceled' })
    await expect(fixture().gateway.capturePayment(call())).rejects.toEqual(rejection('unexpected_state'))
    await expect(fixture().gateway.cancelPayment(call())).rejects.toEqual(rejection('unexpected_state'))
    await expect(confirm('pm_card_visa', gatewayPaymentId)).rejects.toEqual(rejection('unexpected_state'))
    expect(await fixture().gateway.retrievePayment(gatewayPaymentId)).toMatchObject({ status: 'canceled' })
  })

  test('a payment can be cancelled before a card is given and during a bank challenge', async () => {
    for (const { gatewayPaymentId } of [
      await createPayment(),
      await confirm('pm_card_authenticationRequired'),
    ]) {
      const canceled = await fixture().gateway.cancelPayment({ gatewayPaymentId, idempotencyKey: nextKey() })
      expect(canceled.status).toBe('canceled')
    }
  })

  test('only authorised payments can be captured, and only once', async () => {
    const { gatewayPaymentId } = await createPayment()
    await expect(
      fixture().gateway.capturePayment({ gatewayPaymentId, idempotencyKey: nextKey() }),
    ).rejects.toEqual(rejection('unexpected_state'))
    const paid = await capturePayment()
    await expect(
      fixture().gateway.capturePayment({ gatewayPaymentId: paid, idempotencyKey: nextKey() }),
    ).rejects.toEqual(rejection('unexpected_state'))
  })

  test('captured money cannot be voided, but refunded in parts up to its amount', async () => {
    const gatewayPaymentId = await capturePayment()
    await expect(
      fixture().gateway.cancelPayment({ gatewayPaymentId, idempotencyKey: nextKey() }),
    ).rejects.toEqual(rejection('unexpected_state'))
    expect(await refund(gatewayPaymentId, 10_00)).toEqual({
      refundId: expect.stringMatching(/^re_/),
      status: 'succeeded',
      amount: money(10_00, 'GBP'),
      metadata: {},
    })
    await expect(refund(gatewayPaymentId, 41_07)).rejects.toEqual(rejection('amount_too_large'))
    expect(await fixture().gateway.retrievePayment(gatewayPaymentId)).toMatchObject({
      status: 'succeeded',
      amountRefunded: money(10_00, 'GBP'),
    })
    // The default is the remaining amount.
    expect(await refund(gatewayPaymentId)).toMatchObject({ amount: money(41_06, 'GBP') })
    await expect(refund(gatewayPaymentId)).rejects.toEqual(rejection('already_refunded'))
    expect(await fixture().gateway.retrievePayment(gatewayPaymentId)).toMatchObject({ amountRefunded: price })
  })

  test('a refund is found by its id, and in its payment’s list by its metadata', async () => {
    const gatewayPaymentId = await capturePayment()
    const { gateway } = fixture()
    expect(await gateway.listRefunds(gatewayPaymentId)).toEqual([])
    const refundNamed = (minor: number, name: string) =>
      gateway.refundPayment({
        gatewayPaymentId,
        amount: money(minor, 'GBP'),
        metadata: { refund_id: name },
        idempotencyKey: nextKey(),
      })
    const [first, second] = [await refundNamed(10_00, 'rfd_1'), await refundNamed(5_00, 'rfd_2')]
    expect(first.metadata).toEqual({ refund_id: 'rfd_1' })
    expect(await gateway.retrieveRefund(first.refundId)).toEqual(first)
    const listed = await gateway.listRefunds(gatewayPaymentId)
    expect(listed).toHaveLength(2)
    expect(listed).toEqual(expect.arrayContaining([first, second]))
    await expect(gateway.retrieveRefund('re_never')).rejects.toEqual(rejection('resource_missing'))
  })

  test('payments and refunds are listed since a time, on as many pages as there are', async () => {
    const { gateway } = fixture()
    const since = new Date()
    const gatewayPaymentId = await capturePayment()
    const { refundId } = await refund(gatewayPaymentId, 10_00)
    await Promise.all(Array.from({ length: 101 }, () => createPayment()))
    const payments = await gateway.listPaymentsSince(since)
    expect(payments.length).toBeGreaterThanOrEqual(102)
    expect(new Set(payments.map((payment) => payment.gatewayPaymentId)).size).toBe(payments.length)
    expect(payments).toContainEqual({
      ...(await gateway.retrievePayment(gatewayPaymentId)),
      metadata: { attempt: 'att_1' },
    })
    expect(await gateway.listRefundsSince(since)).toContainEqual({
      ...(await gateway.retrieveRefund(refundId)),
      gatewayPaymentId,
    })
    const later = new Date(Date.now() + 60_000)
    expect(await gateway.listPaymentsSince(later)).toEqual([])
    expect(await gateway.listRefundsSince(later)).toEqual([])
  })

  test('[X-ORDER-03] a refund is pending until the bank accepts or rejects it', async () => {
    const { gateway, refundBank } = fixture()
    const gatewayPaymentId = await capturePayment()
    for (const outcome of ['succeeded', 'failed'] as const) {
      refundBank.delayNext()
      const { refundId, status } = await refund(gatewayPaymentId, 10_00)
      expect(status).toBe('pending')
      expect(await gateway.retrieveRefund(refundId)).toMatchObject({ status: 'pending' })
      await refundBank.decide(refundId, outcome)
      expect(await gateway.retrieveRefund(refundId)).toMatchObject({
        status: outcome,
        amount: money(10_00, 'GBP'),
      })
    }
    expect(await gateway.retrievePayment(gatewayPaymentId)).toMatchObject({
      amountRefunded: money(10_00, 'GBP'),
    })
  })

  test('[X-ORDER-03] a refund that the bank returns later has failed and can be made again', async () => {
    const { gateway, refundBank } = fixture()
    const gatewayPaymentId = await capturePayment()
    const [full, partial] = [await refund(gatewayPaymentId, 40_00), await refund(gatewayPaymentId, 11_06)]
    await refundBank.decide(full.refundId, 'failed')
    expect(await gateway.retrieveRefund(full.refundId)).toEqual({ ...full, status: 'failed' })
    const states = (await gateway.listRefunds(gatewayPaymentId)).map(({ refundId, status }) => [
      refundId,
      status,
    ])
    expect(Object.fromEntries(states)).toEqual({ [full.refundId]: 'failed', [partial.refundId]: 'succeeded' })
    expect(await gateway.retrievePayment(gatewayPaymentId)).toMatchObject({
      status: 'succeeded',
      amountRefunded: money(11_06, 'GBP'),
    })
    expect(await refund(gatewayPaymentId)).toMatchObject({ status: 'succeeded', amount: money(40_00, 'GBP') })
  })

  test('an uncaptured payment cannot be refunded', async () => {
    const { gatewayPaymentId } = await confirm('pm_card_visa')
    await expect(refund(gatewayPaymentId)).rejects.toEqual(rejection('unexpected_state'))
  })

  test('concurrent refunds never exceed the captured amount', async () => {
    const gatewayPaymentId = await capturePayment()
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => refund(gatewayPaymentId, 20_00)))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(2)
    expect(await fixture().gateway.retrievePayment(gatewayPaymentId)).toMatchObject({
      amountRefunded: money(40_00, 'GBP'),
    })
  })

  test('a call repeated with its key has one effect and returns the first result', async () => {
    const { gateway } = fixture()
    const create = { amount: price, idempotencyKey: nextKey(), description: 'Once', metadata: {} }
    const first = await gateway.createPayment(create)
    expect(await gateway.createPayment(create)).toEqual(first)
    const { gatewayPaymentId } = first
    const call = { gatewayPaymentId, paymentMethod: 'pm_card_visa', returnUrl, idempotencyKey: nextKey() }
    const authorised = await gateway.confirmPayment(call)
    const capture = { gatewayPaymentId, idempotencyKey: nextKey() }
    await gateway.capturePayment(capture)
    expect(await gateway.confirmPayment(call)).toEqual(authorised)
    expect(await gateway.capturePayment(capture)).toMatchObject({ status: 'succeeded' })
    const key = nextKey()
    expect(await refund(gatewayPaymentId, 5_00, key)).toEqual(await refund(gatewayPaymentId, 5_00, key))
    expect(await gateway.retrievePayment(gatewayPaymentId)).toMatchObject({
      amountRefunded: money(5_00, 'GBP'),
    })
  })

  test('a declined card is declined again for its key, even after another card succeeded', async () => {
    const { gatewayPaymentId } = await createPayment()
    const call = {
      gatewayPaymentId,
      paymentMethod: 'pm_card_visa_chargeDeclined',
      returnUrl,
      idempotencyKey: nextKey(),
    }
    const declined = await fixture().gateway.confirmPayment(call)
    await confirm('pm_card_visa', gatewayPaymentId)
    expect(await fixture().gateway.confirmPayment(call)).toEqual(declined)
  })

  test('a key used for another call is rejected and changes nothing', async () => {
    const idempotencyKey = nextKey()
    const create = { amount: price, idempotencyKey, description: 'First', metadata: {} }
    const { gatewayPaymentId } = await fixture().gateway.createPayment(create)
    await expect(fixture().gateway.createPayment({ ...create, amount: money(1, 'GBP') })).rejects.toEqual(
      rejection('idempotency_mismatch'),
    )
    await expect(fixture().gateway.cancelPayment({ gatewayPaymentId, idempotencyKey })).rejects.toEqual(
      rejection('idempotency_mismatch'),
    )
    expect(await fixture().gateway.retrievePayment(gatewayPaymentId)).toMatchObject({ amount: price })
  })

  test('concurrent duplicates have one effect and one result', async () => {
    const call = {
      gatewayPaymentId: (await createPayment()).gatewayPaymentId,
      paymentMethod: 'pm_card_visa',
      returnUrl,
      idempotencyKey: nextKey(),
    }
    const results = await Promise.all(Array.from({ length: 6 }, () => fixture().gateway.confirmPayment(call)))
    expect(results[0]?.status).toBe('requires_capture')
    for (const result of results) expect(result).toEqual(results[0])
  })

  test('concurrent partial refunds with one key refund once', async () => {
    const gatewayPaymentId = await capturePayment()
    const key = nextKey()
    const results = await Promise.all(Array.from({ length: 4 }, () => refund(gatewayPaymentId, 5_00, key)))
    for (const result of results) expect(result).toEqual(results[0])
    await expect(refund(gatewayPaymentId, 6_00, key)).rejects.toEqual(rejection('idempotency_mismatch'))
    expect(await fixture().gateway.listRefunds(gatewayPaymentId)).toHaveLength(1)
    expect(await fixture().gateway.retrievePayment(gatewayPaymentId)).toMatchObject({
      amountRefunded: money(5_00, 'GBP'),
    })
  })

  test('one of several concurrent confirmations succeeds', async () => {
    const { gatewayPaymentId } = await createPayment()
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => confirm('pm_card_visa', gatewayPaymentId)),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  test('concurrent capture and cancel leave the payment in one of the two states', async () => {
    const { gatewayPaymentId } = await confirm('pm_card_visa')
    const { gateway } = fixture()
    const results = await Promise.allSettled([
      gateway.capturePayment({ gatewayPaymentId, idempotencyKey: nextKey() }),
      gateway.cancelPayment({ gatewayPaymentId, idempotencyKey: nextKey() }),
    ])
    const [state] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await gateway.retrievePayment(gatewayPaymentId)).toEqual(state)
  })

  test('an unknown payment and an unknown card are reported as missing', async () => {
    await expect(fixture().gateway.retrievePayment('pi_neverannounced')).rejects.toEqual(
      rejection('resource_missing'),
    )
    const { gatewayPaymentId } = await createPayment()
    await expect(confirm('pm_card_unheard_of', gatewayPaymentId)).rejects.toEqual(
      expect.objectContaining({ code: 'resource_missing', param: 'payment_method' }),
    )
    expect(await fixture().gateway.retrievePayment(gatewayPaymentId)).toMatchObject({
      status: 'requires_payment_method',
      lastError: null,
    })
  })
}

import { money } from '@terrace/domain/money'
import { expect, test } from 'vitest'
import type { GatewayRefusal, PaymentGateway, PaymentState } from './payments.port.ts'

export interface GatewayUnderTest {
  gateway: PaymentGateway
  /** Answers the bank's question as the buyer would, at the address of `nextAction`. */
  answerChallenge(url: string, answer: 'approve' | 'fail'): Promise<void>
  /** The bank to which money is paid back. */
  refundBank: {
    /** Does not say at once whether it takes the next refund. */
    hesitates(): void
    decides(refundId: string, outcome: 'succeeded' | 'failed'): Promise<void>
  }
}

const price = money(51_06, 'GBP')
const returnUrl = '/checkout/confirm?attempt=att_1'

let count = 0
function nextKey(): string {
  count += 1
  return `suite-${process.pid}-${count}`
}

/** What every payment gateway does, whoever stands behind it (product.md §6). Registers the tests for one of them. */
export function testPaymentGateway(under: () => GatewayUnderTest): void {
  const announce = (amount = price) =>
    under().gateway.createPayment({
      amount,
      idempotencyKey: nextKey(),
      description: 'Order in a test',
      metadata: { attempt: 'att_1' },
    })
  async function confirm(paymentMethod: string, intentId?: string): Promise<PaymentState> {
    return under().gateway.confirmPayment({
      intentId: intentId ?? (await announce()).intentId,
      paymentMethod,
      returnUrl,
      idempotencyKey: nextKey(),
    })
  }
  async function captured(): Promise<string> {
    const { intentId } = await confirm('pm_card_visa')
    await under().gateway.capturePayment({ intentId, idempotencyKey: nextKey() })
    return intentId
  }
  const refund = (intentId: string, minor?: number, idempotencyKey = nextKey()) =>
    under().gateway.refundPayment({
      intentId,
      idempotencyKey,
      ...(minor !== undefined && { amount: money(minor, 'GBP') }),
    })
  const refusal = (code: GatewayRefusal) =>
    expect.objectContaining({ name: 'GatewayRefused', code, retryable: false })

  test('an announced payment charges nothing and waits for a card', async () => {
    const payment = await announce()
    expect(payment).toEqual({
      intentId: expect.stringMatching(/^pi_/),
      status: 'requires_payment_method',
      lastError: null,
      amount: price,
      amountRefunded: money(0, 'GBP'),
      card: null,
    })
    expect(await under().gateway.retrievePayment(payment.intentId)).toEqual(payment)
  })

  test('a good card is authorised first and charged by the capture', async () => {
    const authorised = await confirm('pm_card_mastercard')
    expect(authorised).toMatchObject({
      status: 'requires_capture',
      card: { brand: 'mastercard', last4: '4444' },
    })
    const { intentId } = authorised
    const paid = await under().gateway.capturePayment({ intentId, idempotencyKey: nextKey() })
    expect(paid).toMatchObject({ intentId, status: 'succeeded', amount: price })
    expect(await under().gateway.retrievePayment(intentId)).toEqual(paid)
  })

  test('a declined card is an answer that says why, and another card may follow', async () => {
    const declined = await confirm('pm_card_visa_chargeDeclinedInsufficientFunds')
    expect(declined).toMatchObject({
      status: 'requires_payment_method',
      lastError: { code: 'card_declined', declineCode: 'insufficient_funds', message: expect.any(String) },
      card: { brand: 'visa', last4: '9995' },
    })
    expect(await under().gateway.retrievePayment(declined.intentId)).toEqual(declined)
    expect(await confirm('pm_card_visa', declined.intentId)).toMatchObject({
      status: 'requires_capture',
      card: { last4: '4242' },
    })
  })

  test('a bank that asks sends the buyer to its page, and the approval authorises', async () => {
    const asked = await confirm('pm_card_threeDSecure2Required')
    if (asked.status !== 'requires_action') throw new Error(`not asked but ${asked.status}`)
    await under().answerChallenge(asked.nextAction.url, 'approve')
    expect(await under().gateway.retrievePayment(asked.intentId)).toMatchObject({
      status: 'requires_capture',
      card: { last4: '3220' },
    })
  })

  test('a buyer who fails the bank’s question has paid nothing and may try again', async () => {
    const asked = await confirm('pm_card_authenticationRequired')
    if (asked.status !== 'requires_action') throw new Error(`not asked but ${asked.status}`)
    await under().answerChallenge(asked.nextAction.url, 'fail')
    expect(await under().gateway.retrievePayment(asked.intentId)).toMatchObject({
      status: 'requires_payment_method',
      lastError: { code: 'payment_intent_authentication_failure' },
    })
    expect(await confirm('pm_card_visa', asked.intentId)).toMatchObject({ status: 'requires_capture' })
  })

  test('an authorised payment is voided by a cancel and can then neither be captured nor confirmed', async () => {
    const { intentId } = await confirm('pm_card_visa')
    const call = () => ({ intentId, idempotencyKey: nextKey() })
    expect(await under().gateway.cancelPayment(call())).toMatchObject({ status: 'canceled' })
    await expect(under().gateway.capturePayment(call())).rejects.toEqual(refusal('unexpected_state'))
    await expect(under().gateway.cancelPayment(call())).rejects.toEqual(refusal('unexpected_state'))
    await expect(confirm('pm_card_visa', intentId)).rejects.toEqual(refusal('unexpected_state'))
    expect(await under().gateway.retrievePayment(intentId)).toMatchObject({ status: 'canceled' })
  })

  test('a payment is canceled before a card was given and while the bank asks', async () => {
    for (const { intentId } of [await announce(), await confirm('pm_card_authenticationRequired')]) {
      const canceled = await under().gateway.cancelPayment({ intentId, idempotencyKey: nextKey() })
      expect(canceled.status).toBe('canceled')
    }
  })

  test('nothing is captured that was not authorised, and nothing twice', async () => {
    const { intentId } = await announce()
    await expect(under().gateway.capturePayment({ intentId, idempotencyKey: nextKey() })).rejects.toEqual(
      refusal('unexpected_state'),
    )
    const paid = await captured()
    await expect(
      under().gateway.capturePayment({ intentId: paid, idempotencyKey: nextKey() }),
    ).rejects.toEqual(refusal('unexpected_state'))
  })

  test('captured money is not voided but refunded, in parts and no further than to nothing', async () => {
    const intentId = await captured()
    await expect(under().gateway.cancelPayment({ intentId, idempotencyKey: nextKey() })).rejects.toEqual(
      refusal('unexpected_state'),
    )
    expect(await refund(intentId, 10_00)).toEqual({
      refundId: expect.stringMatching(/^re_/),
      status: 'succeeded',
      amount: money(10_00, 'GBP'),
      metadata: {},
    })
    await expect(refund(intentId, 41_07)).rejects.toEqual(refusal('amount_too_large'))
    expect(await under().gateway.retrievePayment(intentId)).toMatchObject({
      status: 'succeeded',
      amountRefunded: money(10_00, 'GBP'),
    })
    // Without an amount: the rest.
    expect(await refund(intentId)).toMatchObject({ amount: money(41_06, 'GBP') })
    await expect(refund(intentId)).rejects.toEqual(refusal('already_refunded'))
    expect(await under().gateway.retrievePayment(intentId)).toMatchObject({ amountRefunded: price })
  })

  test('a refund is found again by its name, and among those of its payment by what it was asked with', async () => {
    const intentId = await captured()
    const { gateway } = under()
    expect(await gateway.listRefunds(intentId)).toEqual([])
    const ask = (minor: number, name: string) =>
      gateway.refundPayment({
        intentId,
        amount: money(minor, 'GBP'),
        metadata: { refund_id: name },
        idempotencyKey: nextKey(),
      })
    const [first, second] = [await ask(10_00, 'rfd_1'), await ask(5_00, 'rfd_2')]
    expect(first.metadata).toEqual({ refund_id: 'rfd_1' })
    expect(await gateway.retrieveRefund(first.refundId)).toEqual(first)
    const listed = await gateway.listRefunds(intentId)
    expect(listed).toHaveLength(2)
    expect(listed).toEqual(expect.arrayContaining([first, second]))
    await expect(gateway.retrieveRefund('re_never')).rejects.toEqual(refusal('resource_missing'))
  })

  test('[X-ORDER-03] a refund that the bank has not taken yet is pending until it has said', async () => {
    const { gateway, refundBank } = under()
    const intentId = await captured()
    for (const outcome of ['succeeded', 'failed'] as const) {
      refundBank.hesitates()
      const { refundId, status } = await refund(intentId, 10_00)
      expect(status).toBe('pending')
      expect(await gateway.retrieveRefund(refundId)).toMatchObject({ status: 'pending' })
      await refundBank.decides(refundId, outcome)
      expect(await gateway.retrieveRefund(refundId)).toMatchObject({
        status: outcome,
        amount: money(10_00, 'GBP'),
      })
    }
    expect(await gateway.retrievePayment(intentId)).toMatchObject({ amountRefunded: money(10_00, 'GBP') })
  })

  test('[X-ORDER-03] a refund that the bank sends back after it had taken it has failed, and its money can be refunded anew', async () => {
    const { gateway, refundBank } = under()
    const intentId = await captured()
    const [whole, part] = [await refund(intentId, 40_00), await refund(intentId, 11_06)]
    await refundBank.decides(whole.refundId, 'failed')
    expect(await gateway.retrieveRefund(whole.refundId)).toEqual({ ...whole, status: 'failed' })
    const states = (await gateway.listRefunds(intentId)).map(({ refundId, status }) => [refundId, status])
    expect(Object.fromEntries(states)).toEqual({ [whole.refundId]: 'failed', [part.refundId]: 'succeeded' })
    expect(await gateway.retrievePayment(intentId)).toMatchObject({
      status: 'succeeded',
      amountRefunded: money(11_06, 'GBP'),
    })
    expect(await refund(intentId)).toMatchObject({ status: 'succeeded', amount: money(40_00, 'GBP') })
  })

  test('nothing is refunded that was not captured', async () => {
    const { intentId } = await confirm('pm_card_visa')
    await expect(refund(intentId)).rejects.toEqual(refusal('unexpected_state'))
  })

  test('parallel refunds never give back more than was captured', async () => {
    const intentId = await captured()
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => refund(intentId, 20_00)))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(2)
    expect(await under().gateway.retrievePayment(intentId)).toMatchObject({
      amountRefunded: money(40_00, 'GBP'),
    })
  })

  test('a call that is repeated with its key has one effect and the first answer', async () => {
    const { gateway } = under()
    const create = { amount: price, idempotencyKey: nextKey(), description: 'Once', metadata: {} }
    const first = await gateway.createPayment(create)
    expect(await gateway.createPayment(create)).toEqual(first)
    const { intentId } = first
    const call = { intentId, paymentMethod: 'pm_card_visa', returnUrl, idempotencyKey: nextKey() }
    const authorised = await gateway.confirmPayment(call)
    const capture = { intentId, idempotencyKey: nextKey() }
    await gateway.capturePayment(capture)
    expect(await gateway.confirmPayment(call)).toEqual(authorised)
    expect(await gateway.capturePayment(capture)).toMatchObject({ status: 'succeeded' })
    const key = nextKey()
    expect(await refund(intentId, 5_00, key)).toEqual(await refund(intentId, 5_00, key))
    expect(await gateway.retrievePayment(intentId)).toMatchObject({ amountRefunded: money(5_00, 'GBP') })
  })

  test('a declined card is declined again by its key, even if another card was good since', async () => {
    const { intentId } = await announce()
    const call = {
      intentId,
      paymentMethod: 'pm_card_visa_chargeDeclined',
      returnUrl,
      idempotencyKey: nextKey(),
    }
    const declined = await under().gateway.confirmPayment(call)
    await confirm('pm_card_visa', intentId)
    expect(await under().gateway.confirmPayment(call)).toEqual(declined)
  })

  test('a key that was used for something else is refused and changes nothing', async () => {
    const idempotencyKey = nextKey()
    const create = { amount: price, idempotencyKey, description: 'First', metadata: {} }
    const { intentId } = await under().gateway.createPayment(create)
    await expect(under().gateway.createPayment({ ...create, amount: money(1, 'GBP') })).rejects.toEqual(
      refusal('idempotency_mismatch'),
    )
    await expect(under().gateway.cancelPayment({ intentId, idempotencyKey })).rejects.toEqual(
      refusal('idempotency_mismatch'),
    )
    expect(await under().gateway.retrievePayment(intentId)).toMatchObject({ amount: price })
  })

  test('duplicates in flight have one effect and one answer', async () => {
    const call = {
      intentId: (await announce()).intentId,
      paymentMethod: 'pm_card_visa',
      returnUrl,
      idempotencyKey: nextKey(),
    }
    const answers = await Promise.all(Array.from({ length: 6 }, () => under().gateway.confirmPayment(call)))
    expect(answers[0]?.status).toBe('requires_capture')
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('a part that is refunded once for a key goes back once, however many ask at the same moment', async () => {
    const intentId = await captured()
    const key = nextKey()
    const answers = await Promise.all(Array.from({ length: 4 }, () => refund(intentId, 5_00, key)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    await expect(refund(intentId, 6_00, key)).rejects.toEqual(refusal('idempotency_mismatch'))
    expect(await under().gateway.listRefunds(intentId)).toHaveLength(1)
    expect(await under().gateway.retrievePayment(intentId)).toMatchObject({
      amountRefunded: money(5_00, 'GBP'),
    })
  })

  test('of parallel confirmations of one payment one is taken', async () => {
    const { intentId } = await announce()
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => confirm('pm_card_visa', intentId)),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  test('capture and cancel at once leave a payment that is one of the two', async () => {
    const { intentId } = await confirm('pm_card_visa')
    const { gateway } = under()
    const results = await Promise.allSettled([
      gateway.capturePayment({ intentId, idempotencyKey: nextKey() }),
      gateway.cancelPayment({ intentId, idempotencyKey: nextKey() }),
    ])
    const [state] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await gateway.retrievePayment(intentId)).toEqual(state)
  })

  test('an unknown payment and an unknown card are named as such', async () => {
    await expect(under().gateway.retrievePayment('pi_neverannounced')).rejects.toEqual(
      refusal('resource_missing'),
    )
    const { intentId } = await announce()
    await expect(confirm('pm_card_unheard_of', intentId)).rejects.toEqual(
      expect.objectContaining({ code: 'resource_missing', param: 'payment_method' }),
    )
    expect(await under().gateway.retrievePayment(intentId)).toMatchObject({
      status: 'requires_payment_method',
      lastError: null,
    })
  })
}

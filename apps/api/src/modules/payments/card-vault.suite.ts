import { money } from '@terrace/domain/money'
import { expect, test } from 'vitest'
import type { CardVault, DisputePage, SetupState } from './card-vault.port.ts'
import type { GatewayRefusal, PaymentGateway } from './payments.port.ts'

export interface VaultUnderTest {
  vault: CardVault
  /** Of the same provider, since what is saved is to pay. */
  gateway: PaymentGateway
  /** Answers the bank's question as the buyer would, at the address of `nextAction`. */
  answerChallenge(url: string, answer: 'approve' | 'fail'): Promise<void>
  /** The bank that disputes what was paid with one of the cards. */
  disputeBank: {
    disputeOf(intentId: string): Promise<string>
    decides(disputeId: string, outcome: 'won' | 'lost'): Promise<void>
  }
}

const returnUrl = '/profile?tab=account'

let count = 0
function nextKey(): string {
  count += 1
  return `vault-${process.pid}-${count}`
}

/** What every place for saved cards does, whoever keeps it (product.md §6). Registers the tests for one of them. */
export function testCardVault(under: () => VaultUnderTest): void {
  const newCustomer = () =>
    under().vault.createCustomer({ teamId: 'tm_1', name: 'Anfield Trade', idempotencyKey: nextKey() })
  async function save(customerId: string, paymentMethod: string): Promise<SetupState> {
    const { vault } = under()
    const { setupId } = await vault.createSetup({ customerId, idempotencyKey: nextKey() })
    return vault.confirmSetup({ setupId, paymentMethod, returnUrl, idempotencyKey: nextKey() })
  }
  async function saved(customerId: string, paymentMethod = 'pm_card_visa'): Promise<string> {
    const setup = await save(customerId, paymentMethod)
    if (setup.status !== 'succeeded') throw new Error(`not saved but ${setup.status}`)
    return setup.methodId
  }
  async function pay(paymentMethod: string, customerId?: string, savesCard = false) {
    const { gateway } = under()
    const { intentId } = await gateway.createPayment({
      amount: money(10_00, 'GBP'),
      idempotencyKey: nextKey(),
      description: 'By a saved card',
      metadata: {},
      ...(customerId !== undefined && { customerId }),
      savesCard,
    })
    return gateway.confirmPayment({ intentId, paymentMethod, returnUrl, idempotencyKey: nextKey() })
  }
  const refusal = (code: GatewayRefusal) => expect.objectContaining({ name: 'GatewayRefused', code })

  test('[X-PAY-05] a card is saved under a name of its own, and pays for its customer by it', async () => {
    const customerId = await newCustomer()
    const methodId = await saved(customerId, 'pm_card_mastercard')
    expect(await under().vault.listMethods(customerId)).toEqual([
      {
        methodId,
        card: {
          brand: 'mastercard',
          last4: '4444',
          expMonth: expect.any(Number),
          expYear: expect.any(Number),
        },
        isDefault: false,
      },
    ])
    expect(await pay(methodId, customerId)).toMatchObject({
      status: 'requires_capture',
      card: { last4: '4444' },
    })
  })

  test('a saved card pays for nobody else', async () => {
    const methodId = await saved(await newCustomer())
    await expect(pay(methodId, await newCustomer())).rejects.toEqual(refusal('resource_missing'))
    await expect(pay(methodId)).rejects.toEqual(refusal('resource_missing'))
  })

  test('a setup that waits for its card says so and has a secret', async () => {
    const { vault } = under()
    const customerId = await newCustomer()
    const setup = await vault.createSetup({ customerId, idempotencyKey: nextKey() })
    expect(setup).toMatchObject({
      setupId: expect.stringMatching(/^seti_/),
      clientSecret: expect.stringMatching(/^seti_.+_secret_.+/),
      customerId,
      status: 'requires_payment_method',
      lastError: null,
    })
    expect(await vault.retrieveSetup(setup.setupId)).toEqual(setup)
  })

  test('a card that is declined when it is saved is an answer that says why, and another may follow', async () => {
    const { vault } = under()
    const declined = await save(await newCustomer(), 'pm_card_visa_chargeDeclined')
    expect(declined).toMatchObject({
      status: 'requires_payment_method',
      lastError: { code: 'card_declined', declineCode: 'generic_decline' },
    })
    const again = await vault.confirmSetup({
      setupId: declined.setupId,
      paymentMethod: 'pm_card_visa',
      returnUrl,
      idempotencyKey: nextKey(),
    })
    expect(again.status).toBe('succeeded')
  })

  test('a card that is saved without complaint may be declined once it is to pay', async () => {
    const customerId = await newCustomer()
    const methodId = await saved(customerId, 'pm_card_chargeCustomerFail')
    expect(await pay(methodId, customerId)).toMatchObject({
      status: 'requires_payment_method',
      lastError: { code: 'card_declined' },
    })
  })

  test.each(['approve', 'fail'] as const)(
    'a bank may ask before a card is saved, and the buyer can %s',
    async (answer) => {
      const { vault, answerChallenge } = under()
      const customerId = await newCustomer()
      const asked = await save(customerId, 'pm_card_authenticationRequiredOnSetup')
      if (asked.status !== 'requires_action') throw new Error(`not asked but ${asked.status}`)
      await answerChallenge(asked.nextAction.url, answer)
      const after = await vault.retrieveSetup(asked.setupId)
      expect(after.status).toBe(answer === 'approve' ? 'succeeded' : 'requires_payment_method')
      expect(await vault.listMethods(customerId)).toHaveLength(answer === 'approve' ? 1 : 0)
    },
  )

  test('a new card that pays is saved with the payment where that is wanted, and a declined one is not', async () => {
    const { vault } = under()
    const customerId = await newCustomer()
    await pay('pm_card_visa_chargeDeclined', customerId, true)
    expect(await vault.listMethods(customerId)).toEqual([])
    await pay('pm_card_amex', customerId, true)
    expect(await vault.listMethods(customerId)).toMatchObject([{ card: { brand: 'amex', last4: '0005' } }])
  })

  test('[X-PAY-05] one card is the default, the latest wish counts, and only a card of the customer can be', async () => {
    const { vault } = under()
    const customerId = await newCustomer()
    const first = await saved(customerId)
    const second = await saved(customerId, 'pm_card_mastercard')
    const setDefault = (methodId: string) =>
      vault.setDefault({ customerId, methodId, idempotencyKey: nextKey() })
    await setDefault(first)
    await setDefault(second)
    const preferred = async () =>
      (await vault.listMethods(customerId))
        .filter((method) => method.isDefault)
        .map(({ methodId }) => methodId)
    expect(await preferred()).toEqual([second])
    await expect(setDefault(await saved(await newCustomer()))).rejects.toEqual(refusal('resource_missing'))
    expect(await preferred()).toEqual([second])
  })

  test('[X-PAY-05] a removed card is not listed, pays no more, and cannot be removed again', async () => {
    const { vault } = under()
    const customerId = await newCustomer()
    const methodId = await saved(customerId)
    const call = { methodId, idempotencyKey: nextKey() }
    await vault.detachMethod(call)
    // The same call again is the same answer.
    await vault.detachMethod(call)
    expect(await vault.listMethods(customerId)).toEqual([])
    await expect(pay(methodId, customerId)).rejects.toEqual(refusal('resource_missing'))
    await expect(vault.detachMethod({ methodId, idempotencyKey: nextKey() })).rejects.toEqual(
      refusal('resource_missing'),
    )
  })

  test('what repeats its key has one effect, and duplicates in flight too', async () => {
    const { vault } = under()
    const customerId = await newCustomer()
    const { setupId } = await vault.createSetup({ customerId, idempotencyKey: nextKey() })
    const call = { setupId, paymentMethod: 'pm_card_visa', returnUrl, idempotencyKey: nextKey() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => vault.confirmSetup(call)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await vault.listMethods(customerId)).toHaveLength(1)
  })

  test('a dispute says what was withdrawn for it and until when it is answered, and in the end how it was decided', async () => {
    const { gateway, vault, disputeBank } = under()
    const price = money(10_00, 'GBP')
    const gone = money(-10_00, 'GBP')
    for (const [outcome, moves] of [
      ['won', [gone, price]],
      ['lost', [gone]],
    ] as const) {
      const { intentId } = await pay('pm_sandbox_disputed')
      await gateway.capturePayment({ intentId, idempotencyKey: nextKey() })
      const disputeId = await disputeBank.disputeOf(intentId)
      const open = await vault.retrieveDispute(disputeId)
      expect(open).toEqual({
        disputeId,
        intentId,
        amount: price,
        reason: 'fraudulent',
        status: 'open',
        respondBy: expect.any(Date),
        moves: [gone],
      })
      await disputeBank.decides(disputeId, outcome)
      expect(await vault.retrieveDispute(disputeId)).toEqual({
        ...open,
        status: outcome,
        respondBy: null,
        moves,
      })
    }
  })

  test('what banks dispute is listed by pages, the newest first, each as it stands now, and nothing from before', async () => {
    const { gateway, vault, disputeBank } = under()
    const begun: string[] = []
    for (const outcome of ['lost', 'won', null] as const) {
      const { intentId } = await pay('pm_sandbox_disputed')
      await gateway.capturePayment({ intentId, idempotencyKey: nextKey() })
      const disputeId = await disputeBank.disputeOf(intentId)
      if (outcome) await disputeBank.decides(disputeId, outcome)
      begun.unshift(disputeId)
    }
    const hour = 3_600_000
    const createdSince = new Date(Date.now() - hour)
    const pages: DisputePage[] = []
    let after: string | null = null
    do {
      const page: DisputePage = await vault.listDisputes({ createdSince, limit: 2, after })
      pages.push(page)
      after = page.next
    } while (after !== null)
    expect(pages.slice(0, -1).every(({ disputes }) => disputes.length === 2)).toBe(true)
    const listed = pages.flatMap(({ disputes }) => disputes)
    expect(listed.slice(0, 3)).toEqual(await Promise.all(begun.map((id) => vault.retrieveDispute(id))))
    expect(listed.slice(0, 3).map(({ status }) => status)).toEqual(['open', 'won', 'lost'])
    expect(new Set(listed.map(({ disputeId }) => disputeId)).size).toBe(listed.length)
    expect(
      await vault.listDisputes({ createdSince: new Date(Date.now() + hour), limit: 2, after: null }),
    ).toEqual({ disputes: [], next: null })
    await expect(vault.listDisputes({ createdSince, limit: 2, after: 'dp_never' })).rejects.toEqual(
      refusal('resource_missing'),
    )
  })

  test('what was never announced is named as such', async () => {
    const { vault } = under()
    await expect(vault.retrieveSetup('seti_never')).rejects.toEqual(refusal('resource_missing'))
    await expect(vault.createSetup({ customerId: 'cus_never', idempotencyKey: nextKey() })).rejects.toEqual(
      refusal('resource_missing'),
    )
    await expect(vault.retrieveDispute('dp_never')).rejects.toEqual(refusal('resource_missing'))
    await expect(save(await newCustomer(), 'pm_card_unheard_of')).rejects.toEqual(
      expect.objectContaining({ code: 'resource_missing', param: 'payment_method' }),
    )
  })
}

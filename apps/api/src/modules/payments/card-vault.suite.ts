import { money } from '@terrace/domain/money/money'
import { expect, test } from 'vitest'
import type { CardVault, DisputePage, SetupState } from './card-vault.port.ts'
import type { GatewayErrorCode, PaymentGateway } from './payments.port.ts'

export interface VaultUnderTest {
  vault: CardVault
  /** Payments of the same gateway, so that saved cards can pay. */
  gateway: PaymentGateway
  /** Completes the bank challenge at the URL of `nextAction`, as the buyer would. */
  completeChallenge(url: string, decision: 'approve' | 'fail'): Promise<void>
  /** The bank that disputes payments of one of the cards. */
  disputeBank: {
    disputeOf(gatewayPaymentId: string): Promise<string>
    decide(disputeId: string, outcome: 'won' | 'lost'): Promise<void>
  }
}

const returnUrl = '/profile?tab=account'

let count = 0
function nextKey(): string {
  count += 1
  return `vault-${process.pid}-${count}`
}

/** Registers the contract tests for a card vault (product.md §6). */
export function testCardVault(fixture: () => VaultUnderTest): void {
  const newCustomer = () =>
    fixture().vault.createCustomer({ teamId: 'tm_1', name: 'Anfield Trade', idempotencyKey: nextKey() })
  async function save(customerId: string, paymentMethod: string): Promise<SetupState> {
    const { vault } = fixture()
    const { setupId } = await vault.createSetup({ customerId, idempotencyKey: nextKey() })
    return vault.confirmSetup({ setupId, paymentMethod, returnUrl, idempotencyKey: nextKey() })
  }
  async function saved(customerId: string, paymentMethod = 'pm_card_visa'): Promise<string> {
    const setup = await save(customerId, paymentMethod)
    if (setup.status !== 'succeeded') throw new Error(`not saved but ${setup.status}`)
    return setup.methodId
  }
  async function pay(paymentMethod: string, customerId?: string, savesCard = false) {
    const { gateway } = fixture()
    const { gatewayPaymentId } = await gateway.createPayment({
      amount: money(10_00, 'GBP'),
      idempotencyKey: nextKey(),
      description: 'By a saved card',
      metadata: {},
      ...(customerId !== undefined && { customerId }),
      savesCard,
    })
    return gateway.confirmPayment({ gatewayPaymentId, paymentMethod, returnUrl, idempotencyKey: nextKey() })
  }
  const rejection = (code: GatewayErrorCode) => expect.objectContaining({ name: 'GatewayRejected', code })

  test('[X-PAY-05] a card is saved under its own id and pays for its customer', async () => {
    const customerId = await newCustomer()
    const methodId = await saved(customerId, 'pm_card_mastercard')
    expect(await fixture().vault.listMethods(customerId)).toEqual([
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

  test('a saved card pays for its own customer only', async () => {
    const methodId = await saved(await newCustomer())
    await expect(pay(methodId, await newCustomer())).rejects.toEqual(rejection('resource_missing'))
    await expect(pay(methodId)).rejects.toEqual(rejection('resource_missing'))
  })

  test('a new setup waits for its card and has a client secret', async () => {
    const { vault } = fixture()
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

  test('a card declined while being saved gives the reason, and another card can be tried', async () => {
    const { vault } = fixture()
    const declined = await save(await newCustomer(), 'pm_card_visa_chargeDeclined')
    expect(declined).toMatchObject({
      status: 'requires_payment_method',
      lastError: { code: 'card_declined', declineCode: 'generic_decline' },
    })
    const retried = await vault.confirmSetup({
      setupId: declined.setupId,
      paymentMethod: 'pm_card_visa',
      returnUrl,
      idempotencyKey: nextKey(),
    })
    expect(retried.status).toBe('succeeded')
  })

  test('a card can be saved and later decline a payment', async () => {
    const customerId = await newCustomer()
    const methodId = await saved(customerId, 'pm_card_chargeCustomerFail')
    expect(await pay(methodId, customerId)).toMatchObject({
      status: 'requires_payment_method',
      lastError: { code: 'card_declined' },
    })
  })

  test.each(['approve', 'fail'] as const)(
    'a bank may challenge before a card is saved, and the buyer can %s',
    async (decision) => {
      const { vault, completeChallenge } = fixture()
      const customerId = await newCustomer()
      const pending = await save(customerId, 'pm_card_authenticationRequiredOnSetup')
      if (pending.status !== 'requires_action') throw new Error(`no challenge but ${pending.status}`)
      await completeChallenge(pending.nextAction.url, decision)
      const after = await vault.retrieveSetup(pending.setupId)
      expect(after.status).toBe(decision === 'approve' ? 'succeeded' : 'requires_payment_method')
      expect(await vault.listMethods(customerId)).toHaveLength(decision === 'approve' ? 1 : 0)
    },
  )

  test('a new card is saved with its payment on request, unless it is declined', async () => {
    const { vault } = fixture()
    const customerId = await newCustomer()
    await pay('pm_card_visa_chargeDeclined', customerId, true)
    expect(await vault.listMethods(customerId)).toEqual([])
    await pay('pm_card_amex', customerId, true)
    expect(await vault.listMethods(customerId)).toMatchObject([{ card: { brand: 'amex', last4: '0005' } }])
  })

  test('[X-PAY-05] the default is the card chosen last, and only the customer’s own cards qualify', async () => {
    const { vault } = fixture()
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
    await expect(setDefault(await saved(await newCustomer()))).rejects.toEqual(rejection('resource_missing'))
    expect(await preferred()).toEqual([second])
  })

  test('[X-PAY-05] a removed card is not listed, cannot pay and cannot be removed again', async () => {
    const { vault } = fixture()
    const customerId = await newCustomer()
    const methodId = await saved(customerId)
    const call = { methodId, idempotencyKey: nextKey() }
    await vault.detachMethod(call)
    // A repeated call returns the same result.
    await vault.detachMethod(call)
    expect(await vault.listMethods(customerId)).toEqual([])
    await expect(pay(methodId, customerId)).rejects.toEqual(rejection('resource_missing'))
    await expect(vault.detachMethod({ methodId, idempotencyKey: nextKey() })).rejects.toEqual(
      rejection('resource_missing'),
    )
  })

  test('repeated keys have one effect, concurrent duplicates included', async () => {
    const { vault } = fixture()
    const customerId = await newCustomer()
    const { setupId } = await vault.createSetup({ customerId, idempotencyKey: nextKey() })
    const call = { setupId, paymentMethod: 'pm_card_visa', returnUrl, idempotencyKey: nextKey() }
    const results = await Promise.all(Array.from({ length: 4 }, () => vault.confirmSetup(call)))
    for (const result of results) expect(result).toEqual(results[0])
    expect(await vault.listMethods(customerId)).toHaveLength(1)
  })

  test('a dispute shows its withdrawals, its deadline and finally its outcome', async () => {
    const { gateway, vault, disputeBank } = fixture()
    const price = money(10_00, 'GBP')
    const withdrawn = money(-10_00, 'GBP')
    for (const [outcome, movements] of [
      ['won', [withdrawn, price]],
      ['lost', [withdrawn]],
    ] as const) {
      const { gatewayPaymentId } = await pay('pm_sandbox_disputed')
      await gateway.capturePayment({ gatewayPaymentId, idempotencyKey: nextKey() })
      const disputeId = await disputeBank.disputeOf(gatewayPaymentId)
      const open = await vault.retrieveDispute(disputeId)
      expect(open).toEqual({
        disputeId,
        gatewayPaymentId,
        amount: price,
        reason: 'fraudulent',
        status: 'open',
        respondBy: expect.any(Date),
        movements: [withdrawn],
      })
      await disputeBank.decide(disputeId, outcome)
      expect(await vault.retrieveDispute(disputeId)).toEqual({
        ...open,
        status: outcome,
        respondBy: null,
        movements,
      })
    }
  })

  test('disputes are listed in pages, newest first, in their current state', async () => {
    const { gateway, vault, disputeBank } = fixture()
    const disputeIds: string[] = []
    for (const outcome of ['lost', 'won', null] as const) {
      const { gatewayPaymentId } = await pay('pm_sandbox_disputed')
      await gateway.capturePayment({ gatewayPaymentId, idempotencyKey: nextKey() })
      const disputeId = await disputeBank.disputeOf(gatewayPaymentId)
      if (outcome) await disputeBank.decide(disputeId, outcome)
      disputeIds.unshift(disputeId)
    }
    const hour = 3_600_000
    const createdSince = new Date(Date.now() - hour)
    const pages: DisputePage[] = []
    let after: string | null = null
    do {
      const page: DisputePage = await vault.listDisputes({ createdSince, limit: 2, after })
      pages.push(page)
      after = page.nextCursor
    } while (after !== null)
    expect(pages.slice(0, -1).every(({ disputes }) => disputes.length === 2)).toBe(true)
    const listed = pages.flatMap(({ disputes }) => disputes)
    expect(listed.slice(0, 3)).toEqual(await Promise.all(disputeIds.map((id) => vault.retrieveDispute(id))))
    expect(listed.slice(0, 3).map(({ status }) => status)).toEqual(['open', 'won', 'lost'])
    expect(new Set(listed.map(({ disputeId }) => disputeId)).size).toBe(listed.length)
    expect(
      await vault.listDisputes({ createdSince: new Date(Date.now() + hour), limit: 2, after: null }),
    ).toEqual({ disputes: [], nextCursor: null })
    await expect(vault.listDisputes({ createdSince, limit: 2, after: 'dp_never' })).rejects.toEqual(
      rejection('resource_missing'),
    )
  })

  test('unknown ids are reported as missing', async () => {
    const { vault } = fixture()
    await expect(vault.retrieveSetup('seti_never')).rejects.toEqual(rejection('resource_missing'))
    await expect(vault.createSetup({ customerId: 'cus_never', idempotencyKey: nextKey() })).rejects.toEqual(
      rejection('resource_missing'),
    )
    await expect(vault.retrieveDispute('dp_never')).rejects.toEqual(rejection('resource_missing'))
    await expect(save(await newCustomer(), 'pm_card_unheard_of')).rejects.toEqual(
      expect.objectContaining({ code: 'resource_missing', param: 'payment_method' }),
    )
  })
}

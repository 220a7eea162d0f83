import { formatMoney, type Money } from '@terrace/domain/money'
import { escapeHtml, ownPage } from '../../../shared/own-page.ts'

function page(title: string, content: string): string {
  return ownPage({ title, styles: '/sandbox/card-frame/sandbox.css', bodyClass: 'challenge', content })
}

interface ChallengeFacts {
  /** Null: nothing is paid, the card is to be saved. */
  amount: Money | null
  merchant: string
  card: { brand: string; last4: string }
  /** Where the form is posted to, with the secret. */
  action: string
}

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
}

/** The page that plays the buyer's bank. Merchant and amount are what the buyer must recognise. */
export function challengePage({ amount, merchant, card, action }: ChallengeFacts): string {
  return page(
    amount ? 'Confirm your payment' : 'Confirm your card',
    `      <p class="stamp">Sandbox bank</p>
      <h1>Is this you?</h1>
      <p class="lead">Your bank asks you to confirm ${amount ? 'this payment' : 'that this card may be saved'}.</p>
      <dl>
        <div><dt>Amount</dt><dd class="amount">${amount ? escapeHtml(formatMoney(amount)) : 'Nothing is charged'}</dd></div>
        <div><dt>Merchant</dt><dd>${escapeHtml(merchant)}</dd></div>
        <div><dt>Card</dt><dd>${escapeHtml(brandNames[card.brand] ?? card.brand)} ending in ${escapeHtml(card.last4)}</dd></div>
      </dl>
      <form method="post" action="${escapeHtml(action)}">
        <button class="primary" name="answer" value="approve">Approve</button>
        <button class="secondary" name="answer" value="fail">Fail</button>
      </form>
      <p class="note">This page stands in for a bank. It is a sandbox: no real card is charged.</p>`,
  )
}

/** The question was answered, or the payment was called off; the buyer is shown the way back. */
export function answeredPage(returnUrl: string): string {
  return page(
    'Already answered',
    `      <p class="stamp">Sandbox bank</p>
      <h1>Already answered</h1>
      <p class="lead">There is nothing left to confirm for this payment.</p>
      <p><a class="primary" href="${escapeHtml(returnUrl)}">Back to your purchase</a></p>`,
  )
}

export function unknownPage(): string {
  return page(
    'Unknown payment',
    `      <p class="stamp">Sandbox bank</p>
      <h1>Unknown payment</h1>
      <p class="lead">This address is not complete or no longer valid. Nothing was charged. Please go back to your
        purchase and try again.</p>
      <p><a class="primary" href="/">Back to the start</a></p>`,
  )
}

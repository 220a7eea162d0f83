import { formatMoney, type Money } from '@terrace/domain/money/money'
import { cardBrandName } from '@terrace/domain/text/card-brand'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <link rel="stylesheet" href="/sandbox/card-frame/sandbox.css" />
  </head>
  <body class="challenge">
    <main>
${content}
    </main>
  </body>
</html>
`
}

interface ChallengeDetails {
  /** `null` when a card is saved without a payment. */
  amount: Money | null
  merchant: string
  card: { brand: string; last4: string }
  /** URL the form posts to, with the secret. */
  action: string
}

/** Renders the simulated bank's page, with the merchant and amount for the buyer to recognise. */
export function challengePage({ amount, merchant, card, action }: ChallengeDetails): string {
  return page(
    amount ? 'Confirm your payment' : 'Confirm your card',
    `      <p class="stamp">Sandbox bank</p>
      <h1>Is this you?</h1>
      <p class="lead">Confirm ${amount ? 'this payment' : 'saving this card'} with your bank.</p>
      <dl>
        <div><dt>Amount</dt><dd class="amount">${amount ? escapeHtml(formatMoney(amount)) : 'Nothing is charged'}</dd></div>
        <div><dt>Merchant</dt><dd>${escapeHtml(merchant)}</dd></div>
        <div><dt>Card</dt><dd>${escapeHtml(cardBrandName(card.brand))} ending in ${escapeHtml(card.last4)}</dd></div>
      </dl>
      <form method="post" action="${escapeHtml(action)}">
        <button class="primary" name="decision" value="approve">Approve</button>
        <button class="secondary" name="decision" value="fail">Fail</button>
      </form>
      <p class="note">This page simulates a bank. No real card is charged.</p>`,
  )
}

/** Page for a completed challenge or a cancelled payment, with the way back. */
export function completedPage(returnUrl: string): string {
  return page(
    'Already completed',
    `      <p class="stamp">Sandbox bank</p>
      <h1>Already completed</h1>
      <p class="lead">This payment needs no further confirmation.</p>
      <p><a class="primary" href="${escapeHtml(returnUrl)}">Back to your purchase</a></p>`,
  )
}

export function unknownPage(): string {
  return page(
    'Unknown payment',
    `      <p class="stamp">Sandbox bank</p>
      <h1>Unknown payment</h1>
      <p class="lead">This link is invalid or has expired. You weren’t charged. Go back to your purchase and try
        again.</p>
      <p><a class="primary" href="/">Go to homepage</a></p>`,
  )
}

import type { JumpTarget } from '#web/lib/commands/jump-target.ts'
import { paths } from '#web/lib/url/paths.ts'

const page = (title: string, href: string, detail = ''): JumpTarget => ({
  kind: 'page',
  id: href,
  title,
  detail,
  href,
})

/** Pages and settings that need no search. The details are found too. */
export function pageTargets(): JumpTarget[] {
  return [
    page('Home', paths.home()),
    page('Search', paths.search(), 'All events'),
    page('Holds', paths.profile('holds')),
    page('Quotes', paths.profile('quotes')),
    page('Purchases', paths.profile('purchases'), 'Orders, tickets, invoices'),
    page('Tracked listings', paths.profile('tracked'), 'Price alerts'),
    page('Saved searches', paths.profile('searches'), 'Alerts for new matches'),
    page('Clients', paths.profile('clients')),
    page('Quote page', paths.profile('quote-page'), 'Brand, logo, quote defaults'),
    page('Team members', paths.profile('team'), 'Invitations'),
    page('My account', paths.profile('account'), 'Settings: cards, theme, notifications'),
    page('Security', paths.profile('security'), 'Password, second factor, passkeys, devices'),
    page('Buyer policy', paths.buyerPolicy()),
    page('Terms and conditions', paths.terms()),
    page('Privacy policy', paths.privacy()),
  ]
}

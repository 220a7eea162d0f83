import type {
  WireQuoteDefaults,
  WireQuoteSettings,
  WireQuoteSettingsResponse,
} from '@terrace/contracts/quote-settings'
import { currencyExponent } from '@terrace/domain/money/currencies'
import { toDecimal } from '@terrace/domain/money/money'
import { readCommission } from '../create/read-commission.ts'
import type { ChangedSettings } from './change-quote-settings.ts'
import { logoPath } from './logo/serve-logos.ts'
import type { QuoteDefaults, TeamQuoteSettings } from './quote-settings.repo.ts'

export function presentQuoteSettings(
  settings: TeamQuoteSettings,
  { apiBaseUrl, mayManage }: { apiBaseUrl: string; mayManage: boolean },
): WireQuoteSettingsResponse {
  const { logoId } = settings
  return {
    data: {
      name: settings.name,
      colour: settings.colour,
      contact_email: settings.contactEmail,
      contact_phone: settings.contactPhone,
      offers_alternatives: settings.offersAlternatives,
      hold_on_accept: { enabled: settings.holdsOnAccept, max_tickets: settings.maxHeldOnAccept },
      mail: {
        view: settings.mailView,
        accept: settings.mailAccept,
        decline: settings.mailDecline,
        unopened: settings.mailUnopened,
      },
      defaults: presentDefaults(settings.defaults),
      team_name: settings.teamName,
      logo: logoId && logoPath(apiBaseUrl, logoId),
      quote_origin: settings.quoteOrigin,
      may_manage: mayManage,
    },
  }
}

export function readWireSettings(wire: WireQuoteSettings): ChangedSettings {
  return {
    name: wire.name,
    colour: wire.colour,
    contactEmail: wire.contact_email,
    contactPhone: wire.contact_phone,
    offersAlternatives: wire.offers_alternatives,
    holdsOnAccept: wire.hold_on_accept.enabled,
    maxHeldOnAccept: wire.hold_on_accept.max_tickets,
    mailView: wire.mail.view,
    mailAccept: wire.mail.accept,
    mailDecline: wire.mail.decline,
    mailUnopened: wire.mail.unopened,
    defaults: wire.defaults && readWireDefaults(wire.defaults),
  }
}

function presentDefaults(defaults: QuoteDefaults): WireQuoteDefaults {
  const { commissionMethod: method, commission, currency } = defaults
  const decimals = method === 'fixed' && currency !== null ? currencyExponent(currency) : 2
  return {
    commission_method: method,
    commission_amount: commission === null ? '' : toDecimal(commission, decimals),
    currency_to_display: currency,
    quote_expiry: defaults.expiryHours,
    price_mode: defaults.priceMode,
    offer_choice: defaults.offerChoice,
    note: defaults.note,
  }
}

function readWireDefaults(wire: WireQuoteDefaults): QuoteDefaults {
  const { commission_method: method, commission_amount: amount, currency_to_display: currency } = wire
  // The contract requires a currency for a fixed amount.
  const commission = amount === '' ? null : readCommission({ method, amount }, currency ?? '')
  return {
    commissionMethod: method,
    commission:
      commission && (commission.method === 'fixed' ? commission.amount.minor : commission.basisPoints),
    currency,
    expiryHours: wire.quote_expiry,
    priceMode: wire.price_mode,
    offerChoice: wire.offer_choice,
    note: wire.note,
  }
}

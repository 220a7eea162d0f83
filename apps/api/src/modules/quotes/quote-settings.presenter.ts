import type { WireQuoteSettings, WireQuoteSettingsAnswer } from '@terrace/contracts/quote-settings'
import { logoPath } from './logo/serve-logos.ts'
import type { QuoteSettings, TeamQuoteSettings } from './quote-settings.repo.ts'

export function presentQuoteSettings(
  settings: TeamQuoteSettings,
  { apiBase, mayManage }: { apiBase: string; mayManage: boolean },
): WireQuoteSettingsAnswer {
  const { logoId } = settings
  return {
    data: {
      name: settings.name,
      colour: settings.colour,
      contact_email: settings.contactEmail,
      contact_phone: settings.contactPhone,
      offers_alternatives: settings.offersAlternatives,
      hold_on_accept: { enabled: settings.holdsOnAccept, at_most: settings.holdAtMost },
      mail: { view: settings.mailView, accept: settings.mailAccept, decline: settings.mailDecline },
      team_name: settings.teamName,
      logo: logoId && logoPath(apiBase, logoId),
      quote_origin: settings.quoteOrigin,
      may_manage: mayManage,
    },
  }
}

export function readWireSettings(wire: WireQuoteSettings): QuoteSettings {
  return {
    name: wire.name,
    colour: wire.colour,
    contactEmail: wire.contact_email,
    contactPhone: wire.contact_phone,
    offersAlternatives: wire.offers_alternatives,
    holdsOnAccept: wire.hold_on_accept.enabled,
    holdAtMost: wire.hold_on_accept.at_most,
    mailView: wire.mail.view,
    mailAccept: wire.mail.accept,
    mailDecline: wire.mail.decline,
  }
}

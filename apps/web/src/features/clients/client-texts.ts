import type { WireClient } from '@terrace/contracts/clients'
import { currencySymbol } from '@terrace/domain/money/currencies'
import { priceText } from '#web/lib/format/price.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'

/** '10 %' or '£12.50 per ticket'; empty without a default. */
export function defaultCommissionText(
  client: Pick<WireClient, 'commission_method' | 'commission_amount' | 'currency'>,
): string {
  const { commission_method: method, commission_amount: amount, currency } = client
  if (amount === '') return ''
  if (method === 'fixed') return `${priceText({ amount, currency })} per ticket`
  return `${amount.replace(/\.?0+$/, '')}${currencySymbol('PER')}`
}

/** The day in the viewer's time zone: '05 Dec 26'. */
export const dayText = (instant: string): string => inViewerTimeZone(instant).replace(/,.*$/, '')

import type { QueryClient } from '@tanstack/react-query'
import type { WireQuoteDefaults } from '@terrace/contracts/quote-settings'
import { quoteSettingsQuery } from '#web/features/quotes/settings/settings-query.ts'

/** The terms of new quotes when the team's own cannot be loaded. */
export const fallbackDefaults: WireQuoteDefaults = {
  commission_method: 'percentage',
  commission_amount: '',
  currency_to_display: null,
  quote_expiry: 24,
  price_mode: 'floating',
  offer_choice: 'any',
  note: '',
}

/** Loads the team's terms, so that the first quote starts with them. A failure does not keep anyone from quoting. */
export async function loadQuoteDefaults(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery({ ...quoteSettingsQuery(), retry: false })
}

/** In the order of the tab bar. */
export const profileTabs = [
  'purchases',
  'quotes',
  'holds',
  'tracked',
  'searches',
  'clients',
  'quote-page',
  'team',
  'account',
  'security',
] as const
export type ProfileTab = (typeof profileTabs)[number]

/** The URL's tab, filters and open item. */
export interface ProfileAddress {
  tab?: ProfileTab | undefined
  q?: string | undefined
  status?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  eventFrom?: string | undefined
  eventTo?: string | undefined
  deadline?: string | undefined
  clientId?: string | undefined
  sort?: string | undefined
  cols?: string | undefined
  view?: string | undefined
  order?: string | undefined
  quote?: string | undefined
  hold?: string | undefined
  client?: string | undefined
  /** Of the list of clients: `unused`. */
  show?: string | undefined
  /** Open tracked listing. */
  listing?: string | undefined
  setup?: string | undefined
}

/** The tab of a URL; without one, it is derived from the open item. */
export function profileTabOf({ tab, order, quote }: ProfileAddress): ProfileTab {
  if (tab !== undefined) return tab
  if (order !== undefined) return 'purchases'
  return quote === undefined ? 'account' : 'quotes'
}

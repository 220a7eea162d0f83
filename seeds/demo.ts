/** The sellers, teams and accounts of the demo. `seeds/stock` generates its listings, `seed-files.ts` lists its catalogue. */

export interface DemoTeam {
  id: string
  name: string
  currency: string
}

export interface DemoSeller extends DemoTeam {
  /** Countries with most of its stock; it sells little elsewhere. */
  countries: readonly string[]
  /** Sales volume relative to other sellers. */
  size: number
  prefix: string
}

export const demoSellers: readonly DemoSeller[] = [
  seller(1, 'Northgate Tickets', 'GBP', ['GB'], 3, 'NG'),
  seller(2, 'Kingsway Seats', 'GBP', ['GB'], 2.5, 'KW'),
  seller(3, 'Blue Anchor Events', 'GBP', ['GB', 'NL', 'FR'], 1.5, 'BA'),
  seller(4, 'Meridian Hospitality', 'GBP', ['GB', 'MC', 'IT', 'BE'], 1, 'MH'),
  seller(5, 'Plaza Mayor Entradas', 'EUR', ['ES', 'PT'], 2, 'PM'),
  seller(6, 'Rialto Biglietti', 'EUR', ['IT'], 2, 'RB'),
  seller(7, 'Rheinufer Karten', 'EUR', ['DE', 'NL', 'AT', 'BE'], 2, 'RK'),
  seller(8, 'Quai Neuf Billets', 'EUR', ['FR', 'MC', 'BE'], 1.5, 'QN'),
  seller(9, 'Lakeside Ticket Exchange', 'USD', ['US', 'CA'], 2.5, 'LX'),
  seller(10, 'Empire Row Seats', 'USD', ['US', 'MX'], 2, 'ER'),
  seller(11, 'Copa Ingressos', 'BRL', ['BR'], 1.5, 'CI'),
  seller(12, 'Paddock Gate', 'USD', ['AE', 'QA', 'SA', 'SG', 'AU', 'JP', 'CN', 'BH'], 1.5, 'PG'),
]

function seller(
  number: number,
  name: string,
  currency: string,
  countries: string[],
  size: number,
  prefix: string,
): DemoSeller {
  return { id: `tm_demo_seller_${String(number).padStart(2, '0')}`, name, currency, countries, size, prefix }
}

export const demoTeams: readonly DemoTeam[] = [
  { id: 'tm_demo_buyer', name: 'Marsh & Pike Travel', currency: 'GBP' },
  { id: 'tm_demo_broker2', name: 'Harbour Lane Concierge', currency: 'EUR' },
  { id: 'tm_demo_operator', name: 'Marketplace operations', currency: 'GBP' },
]

export interface DemoAccount {
  id: string
  username: string
  teamId: string
  role: 'buyer' | 'seller' | 'operator'
  firstName: string
  lastName: string
}

/** Demo accounts share one password and never exist in production. */
export const demoAccounts: readonly DemoAccount[] = [
  account('buyer', 'tm_demo_buyer', 'buyer', 'Jo', 'Marsh'),
  account('broker2', 'tm_demo_broker2', 'buyer', 'Nadia', 'Lane'),
  account('seller', 'tm_demo_seller_01', 'seller', 'Tom', 'North'),
  // Buys and sells.
  account('dealer', 'tm_demo_seller_02', 'buyer', 'Rosa', 'King'),
  account('operator', 'tm_demo_operator', 'operator', 'Ines', 'Ward'),
]

export const demoPassword = 'terrace-demo'

function account(
  username: string,
  teamId: string,
  role: DemoAccount['role'],
  firstName: string,
  lastName: string,
): DemoAccount {
  return { id: `usr_demo_${username}`, username, teamId, role, firstName, lastName }
}

export const demoBanner = {
  leadsTo: 'category/formula-1',
  title: 'A season of Grands Prix',
  text: 'Every race of the season, from grandstand to paddock',
} as const

export const demoListings = 60_000
export const demoSeed = 'terrace-demo-1'
/** Changes with the files of competitions, names and performers, which a loaded demo then imports again. */
export const demoCatalogue = 'terrace-catalogue-2'

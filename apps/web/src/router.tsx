import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  redirect,
  type AsyncRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import { catch as orElse, z } from 'zod/mini'
import { feedSearch } from './features/listings/feed-search.ts'
import { env } from './lib/env.ts'
import { paths, safeNext } from './lib/paths.ts'
import { ifSaid, parseSearch, stringifySearch } from './lib/search-params.ts'
import { isLoggedIn } from './lib/session.ts'
import { isTradeSite } from './lib/own-site.ts'
import type { Load } from './lib/use-loaded.ts'
import { PageError } from './ui/page-error.tsx'
import { pageOf } from './ui/page-of.tsx'
import { PagePending } from './ui/page-pending.tsx'
import { RouteLoader } from './ui/route-loader.tsx'

/** Screens load when they are first shown, so that the login page carries none of them. */
function page(load: () => Promise<unknown>): AsyncRouteComponent<object> {
  // Were it typed at the call, each screen's type would need the router's, which is made of all of them.
  return pageOf(load as Load<object>)
}

const root = createRootRoute({
  component: Outlet,
  beforeLoad: ({ location: { pathname } }) => {
    // Quote-view mode: nothing of the application is served, and nobody is sent to the login (spec §2, product.md §11).
    if (!isTradeSite({ origin: location.origin, pathname }, env().site_origins)) throw notFound()
  },
  // Every path of the application has a route, so that only quote-view mode comes here.
  notFoundComponent: page(() => import('./routes/quote-link.tsx')),
})

/* Spec §2, route table by state: logged out … */
const loggedOut = createRoute({
  getParentRoute: () => root,
  id: 'logged-out',
  beforeLoad: ({ search }) => {
    if (isLoggedIn()) throw redirect({ href: safeNext('next' in search ? search.next : undefined) })
  },
})

const login = createRoute({
  getParentRoute: () => loggedOut,
  path: '/login',
  validateSearch: z.object({ next: ifSaid(z.string()) }),
  component: page(() => import('./routes/login.tsx')),
  pendingComponent: RouteLoader,
})

const signUp = createRoute({
  getParentRoute: () => loggedOut,
  path: '/signup',
  component: page(() => import('./routes/sign-up.tsx')),
})

const forgotPassword = createRoute({
  getParentRoute: () => loggedOut,
  path: '/forgot-password',
  component: page(() => import('./routes/forgot-password.tsx')),
})

const resetPassword = createRoute({
  getParentRoute: () => loggedOut,
  path: '/reset-password/$token',
  component: page(() => import('./routes/reset-password.tsx')),
})

/* Where letters lead, whoever is logged in on the browser that opens them. */
const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email/$token',
  component: page(() => import('./routes/verify-email.tsx')),
})

const joinTeam = createRoute({
  getParentRoute: () => root,
  path: '/join/$token',
  component: page(() => import('./routes/join-team.tsx')),
})

/* … and logged in. */
const loggedIn = createRoute({
  getParentRoute: () => root,
  id: 'logged-in',
  beforeLoad: ({ location }) => {
    if (!isLoggedIn()) throw redirect({ href: paths.login(location.href) })
  },
  component: page(async () => ({ default: (await import('./signed-in.tsx')).SignedIn })),
  // An address of the right form whose thing does not exist: said in place, header and footer stay (product.md §11).
  notFoundComponent: page(() => import('./routes/not-found.tsx')),
})

const home = createRoute({
  getParentRoute: () => loggedIn,
  path: '/',
  component: page(() => import('./routes/home.tsx')),
})

const eventListings = createRoute({
  getParentRoute: () => loggedIn,
  path: '/tickets/$name/$id',
  params: {
    // What is no number names no event: 0, which no event has, so that the page says so in place.
    parse: ({ name, id }) => ({
      name,
      id: orElse(z.coerce.number().check(z.int(), z.positive()), 0).parse(id),
    }),
    stringify: ({ name, id }) => ({ name, id: String(id) }),
  },
  validateSearch: feedSearch,
  component: page(() => import('./routes/event-listings.tsx')),
})

const checkout = createRoute({
  getParentRoute: () => loggedIn,
  path: '/checkout',
  // Of which quote the tickets are the offer.
  validateSearch: z.object({ quote: ifSaid(z.string()) }),
  component: page(() => import('./routes/checkout.tsx')),
})

const checkoutConfirm = createRoute({
  getParentRoute: () => loggedIn,
  path: '/checkout/confirm',
  validateSearch: z.object({ attempt: ifSaid(z.string()) }),
  component: page(() => import('./routes/checkout-confirmation.tsx')),
})

const profile = createRoute({
  getParentRoute: () => loggedIn,
  path: '/profile',
  validateSearch: z.object({
    tab: ifSaid(z.enum(['account', 'team', 'purchases', 'quotes', 'quote-page', 'tracked'])),
    // What the list of the open tab is narrowed to, and what of it is open beside it.
    q: ifSaid(z.string()),
    status: ifSaid(z.string()),
    startDate: ifSaid(z.string()),
    endDate: ifSaid(z.string()),
    order: ifSaid(z.string()),
    quote: ifSaid(z.string()),
    // Where the bank sends back whoever it asked about a card that is to be saved.
    setup: ifSaid(z.string()),
  }),
  component: page(() => import('./routes/profile.tsx')),
})

interface SearchAddress {
  q?: string | string[]
  startDate?: string | string[]
  endDate?: string | string[]
  category?: string | string[]
  city?: string | string[]
}

const search = createRoute({
  getParentRoute: () => loggedIn,
  path: '/search',
  // Read on the page, which knows what it looks for; here it only passes.
  validateSearch: (address: Record<string, string | string[]>): SearchAddress => address,
  component: page(() => import('./routes/search.tsx')),
})

/** One month of its events, 'YYYY-MM'. */
const contentSearch = z.object({ month: ifSaid(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))) })

/* Spec §2: `/{slug}/{name}/{id?}`. Every longer or shorter address of the application stands above it. */
const category = createRoute({
  getParentRoute: () => loggedIn,
  path: '/$type/$name',
  validateSearch: contentSearch,
  component: page(() => import('./routes/category.tsx')),
})

const categoryById = createRoute({
  getParentRoute: () => loggedIn,
  path: '/$type/$name/$id',
  validateSearch: contentSearch,
  beforeLoad: ({ params: { type, name, id } }) => {
    // The mobile menu's address of an event (product.md §11).
    if (type === 'event') throw redirect({ href: paths.event(name, Number(id) || 0) })
  },
  component: page(() => import('./routes/category.tsx')),
})

const buyerPolicy = createRoute({
  getParentRoute: () => loggedIn,
  path: '/{$product}-buyer-policy',
  // The product's name is known only when the page runs; another one's policy is no address of ours.
  beforeLoad: ({ params }) => {
    if (params.product !== env().product) throw redirect({ href: paths.home() })
  },
  component: page(() => import('./routes/buyer-policy.tsx')),
})

const terms = createRoute({
  getParentRoute: () => loggedIn,
  path: '/terms-and-condition',
  component: page(() => import('./routes/terms.tsx')),
})

const privacy = createRoute({
  getParentRoute: () => loggedIn,
  path: '/privacy',
  component: page(() => import('./routes/privacy.tsx')),
})

function elsewhere(href: string) {
  return redirect({ href: isLoggedIn() ? paths.home() : paths.login(href) })
}

/* Any other path: home for those who are logged in, login for the rest. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => {
    throw elsewhere(location.href)
  },
})

/** Every component in every state; answered only where the configuration says development. */
const devUi = createRoute({
  getParentRoute: () => root,
  path: '/dev/ui',
  beforeLoad: ({ location }) => {
    if (!env().dev) throw elsewhere(location.href)
  },
  component: page(() => import('./routes/dev-ui.tsx')),
})

const routeTree = root.addChildren([
  loggedOut.addChildren([login, signUp, forgotPassword, resetPassword]),
  loggedIn.addChildren([
    home,
    eventListings,
    checkout,
    checkoutConfirm,
    profile,
    search,
    buyerPolicy,
    terms,
    privacy,
    category,
    categoryById,
  ]),
  verifyEmail,
  joinTeam,
  devUi,
  unknown,
])

/** The application's router; a test passes its own history-backed one through the same door. */
export function createAppRouter(options: { history?: RouterHistory } = {}) {
  const router = createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    defaultPreload: 'intent',
    // TanStack Query decides what is fresh.
    defaultPreloadStaleTime: 0,
    // The router would scroll up on every change of the query too; below it is done for paths only (spec §2). Positions
    // are noted all the same: a list with a scroll of its own finds its place by useElementScrollRestoration.
    scrollRestoration: () => false,
    ...options,
  })
  // Spec §2: every path change scrolls to the top. A change of filters in the URL does not.
  router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
    if (!pathChanged || fromLocation === undefined) return
    window.scrollTo(0, 0)
    // Where the pressed link is gone with its page, the keyboard goes on at the new page's content.
    if (document.activeElement === null || document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    }
  })
  // The router notes the place in a page only once somebody scrolls there; where the query alone has changed, such as by an
  // order that opens beside its list, one stands somewhere already.
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (!pathChanged) document.dispatchEvent(new Event('scroll'))
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

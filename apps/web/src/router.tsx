import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  redirect,
  useLocation,
  type AsyncRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { catch as orElse, z } from 'zod/mini'
import { FormFrame } from './form-page.tsx'
import { feedParams } from './features/listings/filters/feed-params.ts'
import { monthParams } from './features/search/month/month-address.ts'
import { env } from './lib/env.ts'
import { paths, safeNext } from './lib/url/paths.ts'
import { optionalParam, parseSearch, stringifySearch } from './lib/url/search-params.ts'
import { profileTabOf, profileTabs } from './routes/profile/address.ts'
import { isLoggedIn } from './lib/http/session.ts'
import { sides } from './lib/http/sides.ts'
import { isTradingSite } from './lib/url/trading-site.ts'
import type { ComponentLoader } from './lib/hooks/use-lazy-component.ts'
import { PageError } from './ui/feedback/page-error.tsx'
import { lazyPage } from './ui/layout/lazy-page.tsx'
import { PagePending } from './ui/feedback/page-pending.tsx'
import { RouteLoader } from './ui/feedback/route-loader.tsx'

/** Lazy-loads a page, so that the login page does not include the others. */
function page(load: () => Promise<unknown>): AsyncRouteComponent<object> {
  // Untyped here: each page's type depends on the router, whose type depends on all pages.
  return lazyPage(load as ComponentLoader<object>)
}

const root = createRootRoute({
  component: Outlet,
  beforeLoad: ({ location: { pathname } }) => {
    // Quote-view mode: serve nothing of the application and never redirect to the login (spec §2, product.md §11.1).
    if (!isTradingSite({ origin: location.origin, pathname }, env().site_origins)) throw notFound()
  },
  // Every path of the application has a route, so only quote-view mode gets here.
  notFoundComponent: page(() => import('./routes/quote-link.tsx')),
})

const loggedInFrame = page(async () => ({ default: (await import('./logged-in.tsx')).LoggedIn }))
const sellFrame = page(() => import('./routes/sell/sell-frame.tsx'))
/** A seller loads nothing of the buyers' pages. */
function frame(pathname: string) {
  const { canBuy, canSell } = sides()
  return canSell && (!canBuy || pathname.startsWith('/sell')) ? sellFrame : loggedInFrame
}

const Frame = () => createElement(frame(useLocation().pathname))

/* Spec §2, route table by state: logged out … */
const loggedOut = createRoute({
  getParentRoute: () => root,
  id: 'logged-out',
  beforeLoad: ({ search }) => {
    if (isLoggedIn()) throw redirect({ href: safeNext('next' in search ? search.next : undefined) })
  },
  component: FormFrame,
})

const login = createRoute({
  getParentRoute: () => loggedOut,
  path: '/login',
  validateSearch: z.object({ next: optionalParam(z.string()) }),
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

/* Targets of links in emails, for logged-in and logged-out users. */
const emailLinks = createRoute({ getParentRoute: () => root, id: 'email-links', component: FormFrame })

const verifyEmail = createRoute({
  getParentRoute: () => emailLinks,
  path: '/verify-email/$token',
  component: page(() => import('./routes/verify-email.tsx')),
})

const changeEmail = createRoute({
  getParentRoute: () => emailLinks,
  path: '/change-email/$token',
  component: page(() => import('./routes/change-email.tsx')),
})

const undoEmailChange = createRoute({
  getParentRoute: () => emailLinks,
  path: '/undo-email-change/$token',
  component: page(() => import('./routes/undo-email-change.tsx')),
})

const joinTeam = createRoute({
  getParentRoute: () => emailLinks,
  path: '/join/$token',
  component: page(() => import('./routes/join-team.tsx')),
})

/* Logged in, without header and footer. */
const secondFactorFrame = createRoute({
  getParentRoute: () => root,
  id: 'second-factor-frame',
  component: FormFrame,
})

const secondFactor = createRoute({
  getParentRoute: () => secondFactorFrame,
  path: '/second-factor',
  validateSearch: z.object({ next: optionalParam(z.string()) }),
  beforeLoad: () => {
    if (!isLoggedIn()) throw redirect({ href: paths.login() })
  },
  component: page(() => import('./routes/second-factor.tsx')),
})

/* … and logged in. */
const loggedIn = createRoute({
  getParentRoute: () => root,
  id: 'logged-in',
  beforeLoad: ({ location }) => {
    if (!isLoggedIn()) throw redirect({ href: paths.login(location.href) })
  },
  component: Object.assign(Frame, { preload: () => frame(location.pathname).preload?.() }),
  // Valid path, unknown entity: show the error in place; header and footer stay (product.md §11.1).
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
    // A non-numeric id becomes 0, which no event has, so the page shows its own error.
    parse: ({ name, id }) => ({
      name,
      id: orElse(z.coerce.number().check(z.int(), z.positive()), 0).parse(id),
    }),
    stringify: ({ name, id }) => ({ name, id: String(id) }),
  },
  validateSearch: feedParams,
  component: page(() => import('./routes/event-listings.tsx')),
})

const checkout = createRoute({
  getParentRoute: () => loggedIn,
  path: '/checkout',
  // Tickets to buy: those of a quote, or these holds (ids with commas between them); otherwise all.
  validateSearch: z.object({ quote: optionalParam(z.string()), holds: optionalParam(z.string()) }),
  component: page(() => import('./routes/checkout.tsx')),
})

const checkoutConfirm = createRoute({
  getParentRoute: () => loggedIn,
  path: '/checkout/confirm',
  validateSearch: z.object({ attempt: optionalParam(z.string()) }),
  component: page(() => import('./routes/checkout-confirmation.tsx')),
})

const profile = createRoute({
  getParentRoute: () => loggedIn,
  path: '/profile',
  validateSearch: z.object({
    tab: optionalParam(z.enum(profileTabs)),
    // Filters of the active tab's list, and the open item.
    q: optionalParam(z.string()),
    status: optionalParam(z.string()),
    startDate: optionalParam(z.string()),
    endDate: optionalParam(z.string()),
    eventFrom: optionalParam(z.string()),
    eventTo: optionalParam(z.string()),
    deadline: optionalParam(z.string()),
    clientId: optionalParam(z.string()),
    // Sort and columns of that list, and its chosen view.
    sort: optionalParam(z.string()),
    cols: optionalParam(z.string()),
    view: optionalParam(z.string()),
    order: optionalParam(z.string()),
    quote: optionalParam(z.string()),
    hold: optionalParam(z.string()),
    client: optionalParam(z.string()),
    listing: optionalParam(z.string()),
    show: optionalParam(z.string()),
    // Set by the bank's redirect after saving a card.
    setup: optionalParam(z.string()),
  }),
  // Loads the tab in parallel with the page around it.
  loader: ({ location: { search } }) => {
    void import('./routes/profile/tabs.ts').then(
      ({ preloadProfileTab }) => preloadProfileTab(profileTabOf(search)),
      // The page reports it.
      () => undefined,
    )
  },
  component: page(() => import('./routes/profile.tsx')),
})

interface RawSearchParams {
  q?: string | string[]
  startDate?: string | string[]
  endDate?: string | string[]
  category?: string | string[]
  city?: string | string[]
  view?: string | string[]
  month?: string | string[]
  day?: string | string[]
}

const search = createRoute({
  getParentRoute: () => loggedIn,
  path: '/search',
  // Parsed by the page itself.
  validateSearch: (address: Record<string, string | string[]>): RawSearchParams => address,
  component: page(() => import('./routes/search.tsx')),
})

/** Each page of the desk parses its parameters itself; the open listing stands for all of them. */
interface SellSearch {
  listing?: string | string[]
}

/** List or month, and the displayed month. */
const contentSearch = z.object(monthParams)

/* Spec §2: `/{slug}/{name}/{id?}`. Routes with more or fewer segments are above. */
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
    // The mobile menu's address of an event (product.md §11.1).
    if (type === 'event') throw redirect({ href: paths.event(name, Number(id) || 0) })
  },
  component: page(() => import('./routes/category.tsx')),
})

const buyerPolicy = createRoute({
  getParentRoute: () => loggedIn,
  path: '/{$product}-buyer-policy',
  // The product is known only at run time; the policy of another product has no page.
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

/** The seller's desk: `routes/sell/sell-frame.tsx` renders its pages, so there is nothing here for a buyer. */
const sell = createRoute({
  getParentRoute: () => loggedIn,
  path: '/sell/$',
  validateSearch: (address: SellSearch): SellSearch => address,
  beforeLoad: async () => {
    if (sides().canSell) return
    // The team may have been approved as a seller since the login; its email links here.
    const { refreshAccess } = await import('./lib/http/refresh-access.ts')
    await refreshAccess().catch(() => undefined)
  },
  component: page(() => import('./routes/not-found.tsx')),
})

function redirectToStart(href: string) {
  return redirect({ href: isLoggedIn() ? paths.home() : paths.login(href) })
}

/* Any other path: home if logged in, otherwise login. */
const catchAll = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => {
    throw redirectToStart(location.href)
  },
})

/** Shows every component in every state; available in development only. */
const devUi = createRoute({
  getParentRoute: () => root,
  path: '/dev/ui',
  beforeLoad: ({ location }) => {
    if (!env().dev) throw redirectToStart(location.href)
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
    sell,
    category,
    categoryById,
  ]),
  emailLinks.addChildren([verifyEmail, changeEmail, undoEmailChange, joinTeam]),
  secondFactorFrame.addChildren([secondFactor]),
  devUi,
  catchAll,
])

/** Creates the application's router; tests pass their own history. */
export function createAppRouter(options: { history?: RouterHistory } = {}) {
  const router = createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    defaultPreload: 'intent',
    // TanStack Query decides which data is fresh.
    defaultPreloadStaleTime: 0,
    // The router would also scroll up when only the query changes; the subscription below does it for path changes
    // only (spec §2). Positions are still recorded for `useElementScrollRestoration`.
    scrollRestoration: () => false,
    ...options,
  })
  // Spec §2: every path change scrolls to the top; a filter change does not.
  router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
    if (!pathChanged || fromLocation === undefined) return
    window.scrollTo(0, 0)
    // The pressed link is gone with its page, so keyboard focus continues at the new page's content.
    if (document.activeElement === null || document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    }
  })
  // The router records a page's position on scroll events only. When only the query changes, the page may already be
  // scrolled.
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (!pathChanged) document.dispatchEvent(new Event('scroll'))
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** Whether the page focuses its list, so that keys act on it at once. */
    focusesList?: boolean
  }
}

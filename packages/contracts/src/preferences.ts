import { z } from 'zod/mini'
import { switchableKinds } from './notifications.ts'
import { defineRoute } from './route.ts'
import { visibleLine } from './visible-text.ts'

/** Tables whose columns, views and density an account can choose. */
export const preferenceTables = [
  'listings',
  'purchases',
  'quotes',
  'tracked',
  'holds',
  'clients',
  'search',
  'searches',
  'inventory',
] as const
export type PreferenceTable = (typeof preferenceTables)[number]

const name = z.string().check(z.minLength(1), z.maxLength(60))

/** Shown columns in their order. A missing width is the column's own. */
const columns = z
  .array(
    z.strictObject({
      id: name,
      width: z.optional(z.int().check(z.gte(24), z.lte(1600))),
      is_hidden: z.optional(z.boolean()),
    }),
  )
  .check(z.maxLength(40))

export const maxViews = 30
export const maxViewNameLength = 60
export const maxViewSearchLength = 1000

const viewName = z.string().check(visibleLine(), z.minLength(1), z.maxLength(maxViewNameLength))

/** A table's saved filters, sort and columns; `search` is the query of its address. */
const view = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{1,60}$/, 'must be 1 to 60 letters, digits or hyphens')),
  name: viewName,
  search: z.string().check(z.maxLength(maxViewSearchLength)),
  /** Applies when the table is opened without filters. */
  is_default: z.optional(z.boolean()),
})
export type SavedView = z.output<typeof view>

const isUnique = (values: readonly string[]) => new Set(values).size === values.length

const views = z.array(view).check(
  z.maxLength(maxViews),
  z.refine((all) => isUnique(all.map(({ id }) => id)), 'must have different ids'),
  z.refine((all) => isUnique(all.map(({ name: each }) => each.toLowerCase())), 'must have different names'),
  z.refine(
    (all) => all.filter(({ is_default: isDefault }) => isDefault).length <= 1,
    'must have at most one default',
  ),
)

export const maxRecentEntries = 12

/** Recent choices in the command palette, newest first. Never contains names of clients. */
const recent = z
  .array(
    z.strictObject({
      kind: z.enum(['command', 'page', 'event', 'event_list', 'order', 'quote']),
      id: z.string().check(z.minLength(1), z.maxLength(100)),
      title: z.string().check(z.minLength(1), z.maxLength(200)),
      detail: z.string().check(z.maxLength(200)),
      /** Address in the application; empty for a command. */
      href: z.string().check(z.regex(/^(\/(?!\/).*)?$/, 'must be a path'), z.maxLength(300)),
    }),
  )
  .check(z.maxLength(maxRecentEntries))

const density = z.enum(['comfortable', 'compact'], { error: 'must be comfortable or compact' })

function forEachTable<Prefix extends string, Schema extends z.ZodMiniType>(prefix: Prefix, schema: Schema) {
  // Object.fromEntries loses the keys, which are exactly these.
  return Object.fromEntries(preferenceTables.map((table) => [`${prefix}.${table}`, z.optional(schema)])) as {
    [Table in PreferenceTable as `${Prefix}.${Table}`]: z.ZodMiniOptional<Schema>
  }
}

/** Every preference by its key; the values of keys that were never set are the application's defaults. */
export const preferences = z.strictObject({
  theme: z.optional(z.enum(['system', 'light', 'dark'], { error: 'must be system, light or dark' })),
  /** Whether keys without Ctrl, Alt or Cmd run commands (WCAG 2.1.4). */
  single_key_shortcuts: z.optional(z.boolean()),
  density: z.optional(density),
  /** Height of the rows of a seller's inventory. */
  inventory_density: z.optional(z.enum(['dense', 'compact'], { error: 'must be dense or compact' })),
  /** Share of the event page's width for the venue plan, in percent; 0 is collapsed, as stored earlier. */
  plan_width: z.optional(z.int().check(z.gte(0), z.lte(70))),
  /** Whether the venue plan is hidden; it keeps its width. */
  is_plan_collapsed: z.optional(z.boolean()),
  /** Kinds that the notifications centre does not list. */
  muted_notifications: z.optional(
    z.array(z.enum(switchableKinds)).check(z.maxLength(switchableKinds.length)),
  ),
  /** Whether a member that may deliver tickets gets an email about each sale; default: yes. */
  sale_emails: z.optional(z.boolean()),
  recent: z.optional(recent),
  ...forEachTable('columns', columns),
  ...forEachTable('views', views),
})
export type Preferences = z.output<typeof preferences>
export type PreferenceKey = keyof Preferences

export const preferencesRoutes = {
  read: defineRoute({
    name: 'preferences.read',
    method: 'GET',
    path: '/settings/account/preferences',
    auth: 'account',
    response: z.object({ data: preferences }),
    errors: [],
  }),
  /** Sets the given keys and keeps the others. The last write of a key wins. */
  change: defineRoute({
    name: 'preferences.change',
    method: 'PATCH',
    path: '/settings/account/preferences',
    auth: 'account',
    body: preferences,
    response: z.object({ data: preferences }),
    errors: [],
  }),
}

// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { AccountsTables } from './tables/accounts.ts'
import type { AuditTables } from './tables/audit.ts'
import type { CalendarsTables } from './tables/calendars.ts'
import type { CatalogueTables } from './tables/catalogue.ts'
import type { CheckoutTables } from './tables/checkout.ts'
import type { ClientsTables } from './tables/clients.ts'
import type { ContentTables } from './tables/content.ts'
import type { FilesTables } from './tables/files.ts'
import type { HandoverTables } from './tables/handover.ts'
import type { HoldsTables } from './tables/holds.ts'
import type { ImportsTables } from './tables/imports.ts'
import type { InventoryImportsTables } from './tables/inventory-imports.ts'
import type { LedgerTables } from './tables/ledger.ts'
import type { ListingsTables } from './tables/listings.ts'
import type { NotificationsTables } from './tables/notifications.ts'
import type { OrdersTables } from './tables/orders.ts'
import type { OutboxTables } from './tables/outbox.ts'
import type { PastSalesTables } from './tables/past-sales.ts'
import type { PaymentsTables } from './tables/payments.ts'
import type { PriceRulesTables } from './tables/price-rules.ts'
import type { PrivacyTables } from './tables/privacy.ts'
import type { ProcessesTables } from './tables/processes.ts'
import type { QuotesTables } from './tables/quotes.ts'
import type { RetentionTables } from './tables/retention.ts'
import type { SavedSearchesTables } from './tables/saved-searches.ts'
import type { SearchTables } from './tables/search.ts'
import type { SellerAccountsTables } from './tables/seller-accounts.ts'
import type { SharedTables } from './tables/shared.ts'
import type { SigningTables } from './tables/signing.ts'
import type { TeamsTables } from './tables/teams.ts'
import type { TrackingTables } from './tables/tracking.ts'
import type { WorkspaceTables } from './tables/workspace.ts'

/** The database as Kysely sees it. */
export interface Tables
  extends AccountsTables,
    AuditTables,
    CalendarsTables,
    CatalogueTables,
    CheckoutTables,
    ClientsTables,
    ContentTables,
    FilesTables,
    HandoverTables,
    HoldsTables,
    ImportsTables,
    InventoryImportsTables,
    LedgerTables,
    ListingsTables,
    NotificationsTables,
    OrdersTables,
    OutboxTables,
    PastSalesTables,
    PaymentsTables,
    PriceRulesTables,
    PrivacyTables,
    ProcessesTables,
    QuotesTables,
    RetentionTables,
    SavedSearchesTables,
    SearchTables,
    SellerAccountsTables,
    SharedTables,
    SigningTables,
    TeamsTables,
    TrackingTables,
    WorkspaceTables {}

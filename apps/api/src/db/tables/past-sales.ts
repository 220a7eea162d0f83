// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated } from 'kysely'

export interface PastSalesTables {
  section_sales: {
    line_id: string
    event_id: number
    area: string
    seller_key: string
    price_minor: number
    currency: string
    sold_at: Date
    is_counted: Generated<boolean>
  }
  past_sales: {
    event_id: number
    area: string
    median_minor: number
    currency: string
    sales: number
    published_at: Date
  }
  past_sales_cursor: {
    id: Generated<boolean>
    read_until: Date
  }
}

import type { ColumnType, JSONColumnType } from 'kysely'

export type Defaulted<Type> = ColumnType<Type, Type | undefined, Type>
/** Never written by hand on insert; the database stamps it. */
export type Stamp = ColumnType<Date, Date | undefined, Date>
export type Json<Type extends object> = JSONColumnType<Type, string, string>

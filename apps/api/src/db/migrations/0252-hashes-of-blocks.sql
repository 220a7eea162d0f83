-- A seller's file is compared with the blocks of its venues (ADR 0022); reading whole plans for that would take longest.
alter table seating_plans add column blocks_hash text;
comment on column seating_plans.blocks_hash is
  'Hash of the blocks and categories of the plan, which a trigger keeps up to date. Null for plans from before the trigger, until a file needs it.';

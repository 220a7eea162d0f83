-- What sellers may know of past sales: figures of many sales, never of one.
create table section_sales (
  line_id text primary key,
  event_id integer not null references catalogue_events(id) on delete cascade,
  area text not null,
  seller_key text not null,
  price_minor bigint not null,
  currency text not null,
  sold_at timestamptz not null,
  is_counted boolean not null default false
);
comment on table section_sales is 'Sales of events that have not long passed, by section, for the figures of past_sales. No one sees single rows.';
comment on column section_sales.area is 'The section, or `category <id>` for general admission: areas do not overlap.';
comment on column section_sales.seller_key is 'The first team of the seller and the teams related to it, so that one seller counts once.';
comment on column section_sales.is_counted is 'Whether the published figures contain it.';
create index section_sales__by_area on section_sales (event_id, area);
create index section_sales__waiting on section_sales (event_id, area) where (not is_counted);

create table past_sales (
  event_id integer not null references catalogue_events(id) on delete cascade,
  area text not null,
  median_minor bigint not null check (median_minor > 0),
  currency text not null,
  sales integer not null check (sales >= 5),
  published_at timestamptz not null,
  primary key (event_id, area)
);
comment on table past_sales is 'Published median and number of the sales of an area. They change only when five further sales of three sellers have come.';

create table past_sales_cursor (
  id boolean primary key default true check (id),
  read_until timestamptz not null
);
comment on table past_sales_cursor is 'Orders up to this time have been read.';
insert into past_sales_cursor (read_until) values ('2000-01-01');

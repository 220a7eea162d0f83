-- Events as lists show them, in the order of their ids. In plpgsql because planning takes longer than running, and
-- plpgsql caches the plan for the session.
create or replace function event_cards(p_event_ids integer[])
  returns table (
    id integer, title text, slug text, "localAt" text, "dateConfirmed" boolean, "timeConfirmed" boolean, timezone text,
    status text, "venueId" integer, "venueName" text, city text, "countryCode" text, "categoryId" integer,
    "categoryName" text, "categorySlug" text, "minPriceMinor" bigint, "minPriceCurrency" text, "ticketCount" integer,
    performers jsonb, "artPattern" text, colours text[]
  )
  language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    with playing as (
      select ep.event_id, jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'slug', p.slug, 'role', ep.role)
        order by ep.position) as performers,
        (array_agg(array_to_string(p.colours, ',') order by ep.role = 'home' desc, ep.position)
          filter (where ep.role in ('home', 'performer')))[1] as colours
      from event_performers ep join performers p on p.id = ep.performer_id
      where ep.event_id = any(p_event_ids) group by ep.event_id
    )
    select e.id, e.title, e.slug, to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI'), e.date_confirmed, e.time_confirmed,
      e.timezone, e.status, v.id, v.name, v.city, v.country_code, c.id, c.name, c.slug,
      s.min_price_minor, s.min_price_currency, coalesce(s.ticket_count, 0), coalesce(playing.performers, '[]'),
      coalesce(c.art_pattern, sport.art_pattern, 'pitch'), coalesce(string_to_array(playing.colours, ','), c.colours)
    from unnest(p_event_ids) with ordinality as requested(event_id, position)
    join events e on e.id = requested.event_id
    join venues v on v.id = e.venue_id
    join categories c on c.id = e.category_id
    left join categories sport on sport.id = c.parent_id
    left join event_stats s on s.event_id = e.id
    left join playing on playing.event_id = e.id
    order by requested.position;
end
$$;

# Reads lines of JSON, one for each order, and prints the products sold and the best cities. Run it with -n and -r.

# An order with one item has an object in place of an array.
def list: if type == "array" then . else [.] end;

# Two columns: the name on the left, the number on the right.
def row(name; number): name + " " * (9 - (name | length)) + " " * (12 - (number | length)) + number;

# Counts money in cents, because sums of whole numbers are exact.
def cents: (.price | tonumber * 100 | round) * (.quantity | tonumber);
def money: tostring | .[:-2] + "." + .[-2:];

# Adds up one order after the other, so that memory use stays constant.
reduce inputs as $order ({};
    .orders += 1
    | reduce ($order.item | list)[] as $item (.;
        .items += 1
        | .cents += ($item | cents)
        | .cities[$order.city] += ($item | cents)))
| row("orders"; .orders | tostring),
  row("items"; .items | tostring),
  row("sales"; .cents | money),
  "",
  (.cities | to_entries | sort_by(-.value)[:5][] | row(.key; .value | money))

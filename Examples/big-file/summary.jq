# Reads lines of JSON, one for each order, and prints what was sold, and where most. Call it with -n and -r.

# An order with one item has an object where others have an array of them.
def list: if type == "array" then . else [.] end;

# In columns: the name to the left, the number to the right.
def row(name; number): name + " " * (9 - (name | length)) + " " * (12 - (number | length)) + number;

# Money is counted in cents: sums of whole numbers are exact.
def cents: (.price | tonumber * 100 | round) * (.quantity | tonumber);
def money: tostring | .[:-2] + "." + .[-2:];

# One order after the other goes into the sums, so the memory does not grow.
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

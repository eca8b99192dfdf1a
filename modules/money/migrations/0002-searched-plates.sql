-- Lists of it are filtered by any part of a plate.
select searched_by_plate('payment');
select searched_by_plate('refund');

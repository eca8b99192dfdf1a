-- Lists of it are filtered by any part of a plate.
select searched_by_plate('feedback');

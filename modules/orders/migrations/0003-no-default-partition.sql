select remove_default_partition('parking_order');

part_label nop

;   program.asm - the modules of the edition of 1982, in their order.
;
;   Include it where the program begins.

                icl 'theatre.asm'
                icl '../data.asm'
                icl '../tables.asm'
                icl 'goals.asm'
                icl 'levels.asm'
                icl 'words.asm'
                icl '../messages.asm'
                icl 'messages.asm'
.if COMFORTS
                icl '../comfort/messages.asm'
.endif
                icl '../labels.asm'
                icl 'lines.asm'
                icl 'option.asm'
.ifdef FORM_CART
                icl '../title_screen.asm' ; fits before the next page
.endif
                icl '../interrupt.asm'
                icl '../cursor.asm'
                icl '../orders.asm'
                icl 'description.asm'
                icl '../order_entry.asm'
                icl '../start_wait.asm'
                icl 'mode_entry.asm'
                icl 'supply_level.asm'
                icl '../arithmetic.asm'
                icl '../../lib/cartridge_middle.asm'
                icl 'score.asm'
                icl '../pointer.asm'
.if DRAGGING
                icl '../drag.asm'
.endif
                icl '../path.asm'
                icl '../place.asm'
                icl '../text.asm'
                icl '../units.asm'
                icl '../season.asm'
                icl '../supply.asm'
                icl '../movement.asm'
                icl 'modes.asm'
                icl 'attack.asm'
                icl '../retreat.asm'
                icl 'hit.asm'
                icl '../destroy.asm'
                icl 'travel.asm'
                icl '../thinking.asm'
                icl 'plan.asm'
                icl '../thinking_consider.asm'
                icl 'join.asm'
                icl 'overall.asm'
                icl '../thinking_ratio.asm'
                icl 'near.asm'
                icl '../thinking_side.asm'
                icl '../thinking_line.asm'
                icl '../thinking_value.asm'
                icl 'value.asm'
                icl '../thinking_trial.asm'
                icl 'range.asm'
                icl '../thinking_nearest.asm'
                icl '../thinking_orders.asm'
                icl 'campaign.asm'
                icl '../mainline.asm'
                icl 'storage.asm'
.ifndef FORM_CART
                icl 'disk.asm'          ; a cartridge has the D: of a DOS
.endif
                icl '../watch.asm'
                icl '../title.asm'
                icl 'title_wait.asm'
.ifndef FORM_CART
                icl '../title_screen.asm'
.endif
                icl '../start.asm'
                icl 'ending.asm'
                icl 'setup.asm'
                icl '../screen.asm'
.if STRIKES
                icl 'strike.asm'
.endif
.if COMFORTS
                icl '../comfort/program.asm'
.endif

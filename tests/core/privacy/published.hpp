// Values of other programs that the accountants must reproduce. Epsilons computed with
// dp_accounting 0.6.0 (loss grid 1e-4) unless a table says otherwise; fixed-size rows: Renyi column
// by the bound of Wang et al. 2019, PLD column by composing the tight curve. z is noise over clip.
#pragma once

#include <limits>

#include "privacy/noisy_release.hpp"

namespace skald::privacy::published {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

struct EpsilonRow {
  Relation relation;
  Sampling sampling;
  double z, rate, steps, delta, rdp, pld;
};
inline constexpr EpsilonRow epsilons[] = {
    {Relation::add_remove, Sampling::none, 1, 1, 1, 1e-05, 4.728507067, 4.377178096},
    {Relation::replace_one, Sampling::none, 1, 1, 1, 1e-05, 10.7255097, 9.997256146},
    {Relation::replace_one, Sampling::none, 2, 1, 1, 1e-05, 4.728507067, 4.377178096},
    {Relation::add_remove, Sampling::none, 5, 1, 1, 1e-05, 0.7945220325, 0.7255217509},
    {Relation::add_remove, Sampling::none, 10, 1, 100, 1e-05, 4.728507067, 4.377178096},
    {Relation::replace_one, Sampling::none, 10, 1, 100, 1e-05, 10.7255097, 9.997256146},
    {Relation::replace_one, Sampling::none, 4, 1, 100, 1e-05, 35.08175402, 33.10373234},
    {Relation::add_remove, Sampling::none, 20, 1, 1000, 1e-06, 8.846874359, 8.30622505},
    {Relation::add_remove, Sampling::none, 0.5, 1, 1, 1e-05, 10.7255097, 9.997256146},
    {Relation::replace_one, Sampling::none, 0.5, 1, 1, 1e-05, 25.93092095, 24.38161088},
    {Relation::add_remove, Sampling::poisson, 1.0, 0.01, 100, 1e-05, 1.214145294, 0.7180367096},
    {Relation::add_remove, Sampling::poisson, 1.0, 0.01, 1000, 1e-05, 2.101366525, 1.828243646},
    {Relation::add_remove, Sampling::poisson, 1.1, 256.0 / 60000, 14063, 1e-05, 2.59665553,
     2.381778808},
    {Relation::add_remove, Sampling::poisson, 1.3, 256.0 / 60000, 3516, 1e-05, 0.9545639531,
     0.8645889419},
    {Relation::add_remove, Sampling::poisson, 0.6, 0.01, 100, 1e-05, 4.831306715, 3.815599215},
    {Relation::add_remove, Sampling::poisson, 0.6, 0.01, 10000, 1e-05, 25.19850799, 23.01758725},
    {Relation::add_remove, Sampling::poisson, 2.0, 0.05, 1000, 1e-06, 4.475501458, 4.162611259},
    {Relation::add_remove, Sampling::poisson, 1.0, 0.1, 100, 1e-05, 7.903850224, 7.046602877},
    {Relation::add_remove, Sampling::poisson, 1.5, 0.04, 2250, 1e-05, 7.329334702, 6.768787377},
    {Relation::add_remove, Sampling::poisson, 8.0, 0.5, 100, 1e-05, 2.822842584, 2.596842012},
    {Relation::add_remove, Sampling::poisson, 2.5, 0.01, 50, 1e-05, 0.1447863793, 0.09945653985},
    {Relation::add_remove, Sampling::poisson, 0.8, 0.005, 1000, 1e-06, 2.62653795, 2.004111734},
    {Relation::add_remove, Sampling::poisson, 0.5, 0.001, 1000, 1e-06, 5.329207971, 4.235070913},
    {Relation::add_remove, Sampling::poisson, 10.0, 0.1, 10000, 1e-06, 5.246726604, 4.908929508},
    {Relation::replace_one, Sampling::poisson, 1.0, 0.01, 100, 1e-05, unknown, 0.8951258981},
    {Relation::replace_one, Sampling::poisson, 1.0, 0.01, 1000, 1e-05, unknown, 2.843445813},
    {Relation::replace_one, Sampling::poisson, 1.1, 256.0 / 60000, 14063, 1e-05, unknown,
     4.221530984},
    {Relation::replace_one, Sampling::poisson, 1.3, 256.0 / 60000, 3516, 1e-05, unknown,
     1.555483698},
    {Relation::replace_one, Sampling::poisson, 0.6, 0.01, 100, 1e-05, unknown, 3.982144544},
    {Relation::replace_one, Sampling::poisson, 0.6, 0.01, 10000, 1e-05, unknown, 32.58368135},
    {Relation::replace_one, Sampling::poisson, 2.0, 0.05, 1000, 1e-06, unknown, 8.296675832},
    {Relation::replace_one, Sampling::poisson, 1.0, 0.1, 100, 1e-05, unknown, 10.51638028},
    {Relation::replace_one, Sampling::poisson, 1.5, 0.04, 2250, 1e-05, unknown, 13.48847879},
    {Relation::add_remove, Sampling::poisson, 0.5, 1.0 / 60, 250, 1e-05, 13.63995698, 11.61219951},
    {Relation::add_remove, Sampling::poisson, 2.0, 1.0 / 60, 250, 1e-05, 0.5855219422,
     0.5266719874},
    {Relation::add_remove, Sampling::poisson, 4.0, 1.0 / 60, 250, 1e-05, 0.2514470432,
     0.2262154894},
    {Relation::add_remove, Sampling::poisson, 1.0, 1.0 / 60, 500, 1e-05, 2.619300755, 2.282449234},
    {Relation::add_remove, Sampling::poisson, 2.0, 1.0 / 60, 500, 1e-05, 0.8330159024,
     0.7544231218},
    {Relation::add_remove, Sampling::poisson, 0.5, 1.0 / 60, 1000, 1e-05, 23.52263458, 20.62139044},
    {Relation::add_remove, Sampling::poisson, 1.0, 1.0 / 60, 1000, 1e-05, 3.554857204, 3.190122141},
    {Relation::add_remove, Sampling::poisson, 4.0, 1.0 / 60, 1000, 1e-05, 0.5230000068,
     0.4748807818},
    {Relation::add_remove, Sampling::poisson, 1.0, 1.0 / 60, 2500, 1e-05, 5.638474822, 5.150644006},
    {Relation::add_remove, Sampling::poisson, 4.0, 1.0 / 60, 2500, 1e-05, 0.8537836738,
     0.7790307689},
    {Relation::add_remove, Sampling::poisson, 1.0, 1.0 / 60, 5000, 1e-05, 8.228667642, 7.578005729},
    {Relation::add_remove, Sampling::poisson, 4.0, 1.0 / 60, 5000, 1e-05, 1.241339279, 1.136345499},
    {Relation::add_remove, Sampling::poisson, 1.0, 1.0 / 60, 50, 1e-05, 1.446658213, 0.9637547491},
    {Relation::add_remove, Sampling::poisson, 2.0, 0.1, 50, 1e-05, 1.843951861, 1.65250226},
    {Relation::add_remove, Sampling::poisson, 4.0, 0.1, 50, 1e-05, 0.7576790645, 0.6842163492},
    {Relation::add_remove, Sampling::poisson, 2.0, 0.1, 100, 1e-05, 2.580570951, 2.337400192},
    {Relation::add_remove, Sampling::poisson, 4.0, 0.1, 100, 1e-05, 1.081702401, 0.9828535074},
    {Relation::add_remove, Sampling::poisson, 2.0, 0.1, 200, 1e-05, 3.679745846, 3.359660744},
    {Relation::add_remove, Sampling::poisson, 4.0, 0.1, 200, 1e-05, 1.556807892, 1.42167395},
    {Relation::add_remove, Sampling::poisson, 2.0, 0.1, 500, 1e-05, 6.034562203, 5.555469954},
    {Relation::add_remove, Sampling::poisson, 4.0, 0.1, 500, 1e-05, 2.54883687, 2.34072278},
    {Relation::add_remove, Sampling::poisson, 2.0, 0.1, 1000, 1e-05, 8.946956796, 8.27929338},
    {Relation::add_remove, Sampling::poisson, 4.0, 0.1, 1000, 1e-05, 3.736241708, 3.444344798},
    {Relation::add_remove, Sampling::poisson, 1.0, 0.001, 2000, 1e-09, 1.457557846, 0.4679099945},
    {Relation::add_remove, Sampling::poisson, 0.6, 0.001, 1500, 1e-06, 3.232314621, 2.248560861},
    {Relation::add_remove, Sampling::poisson, 0.3, 0.01, 1000, 0.0001, 71.72603522, 60.94908741},
    {Relation::replace_one, Sampling::without_replacement, 1.0, 1.0 / 60, 1, 1e-05, 5.279059692,
     3.815667285},
    {Relation::replace_one, Sampling::without_replacement, 2.0, 1.0 / 60, 500, 1e-05, 4.400333117,
     2.669870029},
    {Relation::replace_one, Sampling::without_replacement, 4.0, 1.0 / 60, 500, 1e-05, 1.748259977,
     0.8603901482},
    {Relation::replace_one, Sampling::without_replacement, 2.0, 0.1, 1, 1e-05, 2.275061497,
     1.684543821},
    {Relation::replace_one, Sampling::without_replacement, 2.0, 0.1, 100, 1e-05, 14.05375023,
     7.804889176},
    {Relation::replace_one, Sampling::without_replacement, 4.0, 0.1, 1000, 1e-05, 21.42359609,
     9.521692261},
    {Relation::replace_one, Sampling::without_replacement, 8.0, 0.1, 1000, 1e-05, 8.384180136,
     3.720641566},
    {Relation::replace_one, Sampling::without_replacement, 2.0, 0.01, 1000, 1e-05, 3.576111482,
     2.198914008},
    {Relation::add_remove, Sampling::poisson, 0.8, 0.001, 100, 1e-06, 1.371066893, 0.2603387175},
    {Relation::add_remove, Sampling::poisson, 1.5, 0.001, 100, 1e-06, 0.3161357662, 0.02926867782},
    {Relation::add_remove, Sampling::poisson, 1.5, 0.05, 100, 1e-06, 2.154184942, 1.943736346},
    {Relation::add_remove, Sampling::poisson, 2.0, 0.05, 100, 1e-06, 1.396957139, 1.273560266},
    {Relation::add_remove, Sampling::poisson, 0.8, 0.2, 100, 1e-06, 26.47749986, 24.32262036},
    {Relation::add_remove, Sampling::poisson, 1.5, 0.2, 100, 1e-06, 9.219438179, 8.48858621},
    {Relation::add_remove, Sampling::poisson, 0.8, 0.001, 1000, 1e-06, 1.46187586, 0.4676949567},
    {Relation::add_remove, Sampling::poisson, 2.0, 0.001, 1000, 1e-06, 0.1745143555, 0.06131399482},
    {Relation::add_remove, Sampling::poisson, 1.5, 0.05, 1000, 1e-06, 6.667951752, 6.199695419},
    {Relation::add_remove, Sampling::poisson, 3.0, 0.05, 1000, 1e-06, 2.708629685, 2.517457287},
    {Relation::add_remove, Sampling::poisson, 3.0, 0.001, 20000, 1e-06, 0.2145993574, 0.1853610248},
    {Relation::add_remove, Sampling::poisson, 1.5, 0.05, 20000, 1e-06, 40.39083566, 38.29554478},
    {Relation::add_remove, Sampling::poisson, 0.8, 0.001, 50000, 1e-06, 2.407468432, 2.024832992},
    {Relation::add_remove, Sampling::poisson, 1.5, 0.05, 50000, 1e-06, 81.30376659, 73.17853523},
};

/// Exact divergences of the Poisson-subsampled Gaussian by 50-digit quadrature.
struct DivergenceRow {
  double rate, z, order, divergence;
};
inline constexpr DivergenceRow divergences[] = {
    {0.01, 1, 1.1, 9.2414710846869586e-5},     {0.01, 1, 1.5, 0.00012725374332744984},
    {0.01, 1, 2, 0.00017181342207454794},      {0.01, 1, 2.5, 0.00021757533228188046},
    {0.01, 1, 5, 0.00046866724216915482},      {0.01, 1, 16, 3.0878507836962446},
    {0.01, 1, 32, 11.246275937048069},         {0.01, 1, 63, 26.82055287552823},
    {0.1, 1, 1.1, 0.0080985684680738394},      {0.1, 1, 1.5, 0.011734592196685237},
    {0.1, 1, 2, 0.017036863236176552},         {0.1, 1, 3.7, 0.048331624426028632},
    {0.1, 2, 8.4, 0.014635272127528308},       {0.1, 4, 32, 0.012720223446929746},
    {0.5, 1, 1.25, 0.18403840772767036},       {0.5, 2, 10, 0.60788344586857975},
    {1.0 / 60, 1, 4.5, 0.0012121287175867473}, {1.0 / 60, 2, 20.5, 0.00089664034268564595},
    {0.001, 0.6, 2.2, 1.6827098299192346e-5},  {0.001, 0.6, 12, 9.1309336351083031},
    {0.0001, 1, 30, 5.4720616867936849},       {0.9, 10, 6.3, 0.025636917106352761},
    {0.01, 4, 256, 3.3767822301989796},        {256.0 / 60000, 1.1, 14.5, 0.14550553803956768},
};

/// Epsilons from exact divergences: the best of the library's orders and of finer ones.
struct ExactRow {
  double z, rate, steps, delta, epsilon, order, fine_epsilon, fine_order;
};
inline constexpr ExactRow exact_epsilons[] = {
    {1.0, 0.01, 1, 1e-05, 0.9555491477, 9.9, 0.9555491477, 9.9},
    {1.0, 0.01, 100, 1e-05, 1.214145211, 8.8, 1.214145211, 8.8},
    {1.0, 0.01, 10000, 1e-05, 6.712738298, 4.1, 6.712738298, 4.1},
    {1.1, 256.0 / 60000, 14063, 1e-05, 2.596655529, 8.1, 2.596655529, 8.1},
    {0.7, 256.0 / 60000, 10547, 1e-05, 6.318383965, 3.8, 6.318383965, 3.8},
    {0.6, 0.01, 100, 1e-05, 4.830866191, 3.4, 4.830866191, 3.4},
    {4.0, 0.01, 10000, 1e-05, 1.035490066, 17, 1.035490066, 17},
    {2.0, 0.05, 1000, 1e-06, 4.47550133, 6.3, 4.47550133, 6.3},
    {1.0, 0.1, 10000, 1e-05, 134.5020196, 1.4, 133.8521301, 1.346},
    {1.5, 0.04, 2250, 1e-05, 7.329111171, 3.9, 7.329111171, 3.9},
    {1.0, 0.0001, 100000, 1e-08, 0.8885117038, 18, 0.8885117038, 18},
    {2.5, 0.01, 50, 1e-05, 0.1447863793, 57, 0.1447863793, 57},
    {30.0, 0.9, 1000, 1e-05, 4.452561746, 5.7, 4.452561746, 5.7},
    {0.5, 0.001, 1000, 1e-06, 5.329067567, 3.5, 5.329067567, 3.5},
    {0.5, 1.0 / 60, 250, 1e-05, 13.63422852, 2.1, 13.63422852, 2.1},
    {1.0, 1.0 / 60, 250, 1e-05, 2.044575599, 7.1, 2.044575599, 7.1},
    {4.0, 1.0 / 60, 250, 1e-05, 0.2514470432, 55, 0.2514470432, 55},
    {0.5, 1.0 / 60, 500, 1e-05, 17.50419169, 1.9, 17.44322707, 1.936},
    {2.0, 1.0 / 60, 500, 1e-05, 0.8330159024, 20, 0.8330159024, 20},
    {4.0, 1.0 / 60, 500, 1e-05, 0.3621133745, 41, 0.3621133745, 41},
    {1.0, 1.0 / 60, 1000, 1e-05, 3.554812665, 5.7, 3.554812665, 5.7},
    {2.0, 1.0 / 60, 1000, 1e-05, 1.194733163, 15, 1.194733163, 15},
    {1.0, 1.0 / 60, 2500, 1e-05, 5.638288808, 4.4, 5.638288808, 4.4},
    {2.0, 1.0 / 60, 2500, 1e-05, 1.94611966, 10.2, 1.94611966, 10.2},
    {1.0, 1.0 / 60, 5000, 1e-05, 8.227292413, 3.6, 8.227292413, 3.6},
    {2.0, 1.0 / 60, 5000, 1e-05, 2.839008911, 7.7, 2.839008911, 7.7},
    {1.0, 1.0 / 60, 50, 1e-05, 1.446657524, 7.8, 1.446657524, 7.8},
    {2.0, 1.0 / 60, 50, 1e-05, 0.3069174922, 32, 0.3069174922, 32},
    {2.0, 0.1, 50, 1e-05, 1.843951638, 9.5, 1.843951638, 9.5},
    {4.0, 0.1, 50, 1e-05, 0.7576790645, 21, 0.7576790645, 21},
    {4.0, 0.1, 100, 1e-05, 1.081702401, 16, 1.081702401, 16},
    {1.0, 0.1, 200, 1e-05, 11.01567128, 2.8, 11.01567128, 2.8},
    {4.0, 0.1, 200, 1e-05, 1.556807892, 12, 1.556807892, 12},
    {1.0, 0.1, 500, 1e-05, 18.01864038, 2.3, 18.01864038, 2.3},
    {4.0, 0.1, 500, 1e-05, 2.548836868, 8.3, 2.548836868, 8.3},
    {1.0, 0.1, 1000, 1e-05, 27.16349434, 2, 27.16349434, 2},
    {4.0, 0.1, 1000, 1e-05, 3.736241518, 6.3, 3.736241518, 6.3},
    {1.0, 0.001, 1000, 1e-06, 0.8697078157, 13, 0.8697078157, 13},
    {0.6, 0.001, 1500, 1e-06, 3.232305436, 4.8, 3.232305436, 4.8},
    {1.0, 1.0 / 68, 1500, 0.0001304287076951891, 3.197241825, 5.2, 3.197241825, 5.2},
};

/// Smallest z that meets the target, tolerance 1e-7.
struct CalibrationRow {
  bool pld;
  Sampling sampling;
  double rate, steps, delta, epsilon, z;
};
inline constexpr CalibrationRow calibrations[] = {
    {false, Sampling::poisson, 0.01, 10000, 1e-05, 1.0, 4.125803},
    {true, Sampling::poisson, 0.01, 10000, 1e-05, 1.0, 3.81324},
    {true, Sampling::poisson, 0.01, 10000, 1e-05, 3.0, 1.564986},
    {false, Sampling::poisson, 0.01, 10000, 1e-05, 8.0, 0.9168808},
    {false, Sampling::poisson, 0.1, 100, 1e-05, 2.0, 2.422401},
    {true, Sampling::poisson, 0.1, 100, 1e-05, 2.0, 2.247712},
    {true, Sampling::poisson, 0.1, 1000, 1e-05, 2.0, 6.389747},
    {false, Sampling::poisson, 1.0 / 60, 500, 1e-05, 1.0, 1.744487},
    {false, Sampling::poisson, 1.0 / 60, 5000, 1e-05, 3.0, 1.916553},
    {true, Sampling::poisson, 1.0 / 60, 5000, 1e-05, 3.0, 1.799492},
    {true, Sampling::poisson, 256.0 / 60000, 3516, 1e-05, 1.0, 1.185138},
    {false, Sampling::poisson, 0.04, 2000, 1e-05, 8.0, 1.35624},
    {false, Sampling::none, 1.0, 100, 1e-06, 1.0, 45.30878},
    {true, Sampling::none, 1.0, 100, 1e-06, 1.0, 42.24679},
};

}  // namespace skald::privacy::published
